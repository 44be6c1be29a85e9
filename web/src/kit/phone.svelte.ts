/** Whether the page is laid out for a phone (or a tablet held upright): the one breakpoint of the house. */
const query = matchMedia('(max-width: 720px), (max-width: 900px) and (orientation: portrait)');

class Phone {
  yes = $state(query.matches);
  constructor() {
    query.addEventListener('change', (change) => (this.yes = change.matches));
  }
}

export const phone = new Phone();
