/** The layout that fits the window, for components that need more than CSS. The style sheets use the same media queries. */

/** Matches a window that gets the phone layout: a narrow window, or a tablet in portrait orientation. */
const phoneQuery = matchMedia('(max-width: 720px), (max-width: 900px) and (orientation: portrait)');

/** Matches a window of small height, such as that of a phone in landscape orientation. */
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
