/** Whether the page is laid out for a phone (or a tablet held upright): the one breakpoint of the house. */
const query = matchMedia('(max-width: 720px), (max-width: 900px) and (orientation: portrait)');

/** A phone on its side, or a low window. */
const side = matchMedia('(max-height: 640px) and (min-width: 721px) and (max-width: 1100px)');

class Phone {
  yes = $state(query.matches);
  low = $state(side.matches);
  constructor() {
    query.addEventListener('change', (change) => (this.yes = change.matches));
    side.addEventListener('change', (change) => (this.low = change.matches));
  }
}

export const phone = new Phone();
