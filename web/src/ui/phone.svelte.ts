/** Whether the phone layout is used (also for a tablet in portrait): the main breakpoint. */
const query = matchMedia('(max-width: 720px), (max-width: 900px) and (orientation: portrait)');

/** a phone in landscape, or a low window */
const sideways = matchMedia('(max-height: 640px) and (min-width: 721px) and (max-width: 1100px)');

class Phone {
  isPhone = $state(query.matches);
  isLow = $state(sideways.matches);
  constructor() {
    query.addEventListener('change', (change) => (this.isPhone = change.matches));
    sideways.addEventListener('change', (change) => (this.isLow = change.matches));
  }
}

export const phone = new Phone();
