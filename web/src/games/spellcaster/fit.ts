/** How much of a card's face there is room for: signs and text, the text alone, the signs alone; and if there is no sign
 *  either, as many lines as fit. The full text is always one press away. */

const WAYS = ['both', 'text', 'signs', 'cut'];

/** Sets `data-fit` on the card (one of WAYS) and `data-tight` where its name needs the whole band. */
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

/** The parts of the band together: in a turned card they grow out of it upwards, which no scrollHeight tells. */
function tall(name: HTMLElement): boolean {
  const parts = [...name.children].map((part) => part.getBoundingClientRect().height);
  return parts.reduce((sum, one) => sum + one, 0) > name.getBoundingClientRect().height + 1;
}

function fits(card: HTMLElement): boolean {
  const text = card.querySelector<HTMLElement>('.text')!;
  const inner = text.firstElementChild as HTMLElement;
  return !text.clientHeight || inner.offsetHeight <= text.clientHeight + 1;
}
