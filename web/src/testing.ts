/** The parts of a browser that the modules under test need when they are loaded. */
const stored = new Map<string, string>();
const page = new EventTarget();

Object.assign(globalThis, {
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
  location: new URL('http://table.test/'),
  document: Object.assign(new EventTarget(), { hidden: false, visibilityState: 'visible', activeElement: null }),
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
});
// depending on its version, node defines these two itself
Object.defineProperties(globalThis, {
  navigator: { value: { language: 'en' } },
  localStorage: {
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      clear: () => stored.clear(),
    },
  },
});
