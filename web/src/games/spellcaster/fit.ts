/**
 * Chooses how much of a card fits on its face: icons and text, the text, the icons, or as many lines of text as fit.
 * The full text is always one click away.
 */

/** The values of `data-fit`, which the styles of the card use. The layout that shows most comes first. */
const LAYOUTS = ['both', 'text', 'signs'];
/** The layout if none of LAYOUTS fits: only the first lines of the text, as many as the property `--lines` says. */
const CUT_TEXT = 'cut';
/** Sizes are rounded to whole pixels, so a difference of one pixel is no overflow. */
const TOLERANCE = 1;

/**
 * Svelte action: set `data-fit` on the card to its layout, and `data-tight` if its name only fits into the band at the
 * top without the icon beside it.
 * `_words` is not read: a change of the text only makes Svelte call `update`.
 */
export function fit(card: HTMLElement, _words: string) {
  const name = card.querySelector<HTMLElement>('.head')!;
  const text = card.querySelector<HTMLElement>('.text')!;

  function measure() {
    delete card.dataset.tight;
    if (name.scrollHeight > name.clientHeight + TOLERANCE || overflowsUpwards(name)) card.dataset.tight = '';
    for (const layout of LAYOUTS) {
      if (layout === 'signs' && !card.querySelector('.signs')) continue;
      card.dataset.fit = layout;
      if (textFits(text)) return;
    }
    card.dataset.fit = CUT_TEXT;
    const lineHeight = parseFloat(getComputedStyle(text).lineHeight);
    text.style.setProperty('--lines', String(Math.max(1, Math.floor(text.clientHeight / lineHeight))));
  }
  const observer = new ResizeObserver(measure);
  observer.observe(card);
  return { update: measure, destroy: () => observer.disconnect() };
}

/**
 * Whether the name is taller than its band. The name of a card that faces the rival overflows upwards, which
 * `scrollHeight` does not report.
 */
function overflowsUpwards(band: HTMLElement): boolean {
  let height = 0;
  for (const part of band.children) height += part.getBoundingClientRect().height;
  return height > band.getBoundingClientRect().height + TOLERANCE;
}

/** Whether all of the text is visible; true if the layout does not draw the text. */
function textFits(text: HTMLElement): boolean {
  const content = text.firstElementChild as HTMLElement;
  return !text.clientHeight || content.offsetHeight <= text.clientHeight + TOLERANCE;
}
