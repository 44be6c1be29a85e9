/**
 * Chooses how much of a card fits on its face: icons and text, the text, the icons, or as many lines of text as fit.
 * The full text is always one click away.
 */

const WAYS = ['both', 'text', 'signs', 'cut'];

/** Svelte action: set `data-fit` on the card (one of WAYS), and `data-tight` if its name needs the whole band. */
export function fit(card: HTMLElement, _words: string) {
  function measure() {
    delete card.dataset.tight;
    const name = card.querySelector<HTMLElement>('.head')!;
    if (name.scrollHeight > name.clientHeight + 1 || tall(name)) card.dataset.tight = '';
    for (const way of WAYS) {
      if (way === 'signs' && !card.querySelector('.signs')) continue;
      card.dataset.fit = way;
      if (way !== 'cut' && fits(card)) return;
    }
    const text = card.querySelector<HTMLElement>('.text')!;
    const line = parseFloat(getComputedStyle(text).lineHeight);
    text.style.setProperty('--lines', String(Math.max(1, Math.floor(text.clientHeight / line))));
  }
  const watch = new ResizeObserver(measure);
  watch.observe(card);
  return { update: measure, destroy: () => watch.disconnect() };
}

/** Whether the name band is too tall. In a turned card the band grows upwards, which scrollHeight does not report. */
function tall(name: HTMLElement): boolean {
  const parts = [...name.children].map((part) => part.getBoundingClientRect().height);
  return parts.reduce((sum, one) => sum + one, 0) > name.getBoundingClientRect().height + 1;
}

function fits(card: HTMLElement): boolean {
  const text = card.querySelector<HTMLElement>('.text')!;
  const inner = text.firstElementChild as HTMLElement;
  return !text.clientHeight || inner.offsetHeight <= text.clientHeight + 1;
}
