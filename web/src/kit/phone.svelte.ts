/** Whether the page is laid out for a phone: the one breakpoint of the house. */
const query = matchMedia('(max-width: 720px)');

class Phone {
  yes = $state(query.matches);
  constructor() {
    query.addEventListener('change', (change) => (this.yes = change.matches));
  }
}

export const phone = new Phone();
