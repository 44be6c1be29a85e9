/** Which layout fits the window. Components read it if CSS alone is not enough; the style sheets have the same breakpoints. */

/** The phone layout: a narrow window, or a tablet in portrait. */
const phoneQuery = matchMedia('(max-width: 720px), (max-width: 900px) and (orientation: portrait)');

/** A low window, such as a phone in landscape. */
const lowQuery = matchMedia('(max-height: 640px) and (min-width: 721px) and (max-width: 1100px)');

class Phone {
  isPhone = $state(phoneQuery.matches);
  isLow = $state(lowQuery.matches);
  constructor() {
    phoneQuery.addEventListener('change', (change) => (this.isPhone = change.matches));
    lowQuery.addEventListener('change', (change) => (this.isLow = change.matches));
  }
}

export const phone = new Phone();
