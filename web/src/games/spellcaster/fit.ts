/**
 * Chooses how much of a card fits on its face: icons and text, the text, the icons, or as many lines of text as fit.
 * The full text is always one click away.
 */

/** The layouts of a card: icons and text, only text, or only icons. The layout that shows most comes first. */
const LAYOUTS = ['both', 'text', 'signs'];
/** The layout of a card if none of LAYOUTS fits: the first lines of its text, as many as fit. */
const CUT_TEXT = 'cut';
/** A text that is one pixel too high still fits, because the browser rounds sizes to whole pixels. */
const TOLERANCE = 1;

/**
 * Svelte action: set `data-fit` on the card to its layout, and `data-tight` if its name only fits into the band at the
 * top without the icon beside it. The text of the card (`_cardText`) is only a parameter so that Svelte calls `update`
 * when it changes.
 */
export function fit(card: HTMLElement, _cardText: string) {
  const name = card.querySelector<HTMLElement>('.head')!;
  const text = card.querySelector<HTMLElement>('.text')!;

  function measure() {
    delete card.dataset.tight;
    const overflowsDownwards = name.scrollHeight > name.clientHeight + TOLERANCE;
    if (overflowsDownwards || overflowsUpwards(name)) card.dataset.tight = '';
    for (const layout of LAYOUTS) {
      if (layout === 'signs' && !card.querySelector('.signs')) continue;
      card.dataset.fit = layout;
      if (textFits(text)) return;
    }
    card.dataset.fit = CUT_TEXT;
    const lineHeight = parseFloat(getComputedStyle(text).lineHeight);
    const visibleLines = Math.max(1, Math.floor(text.clientHeight / lineHeight));
    text.style.setProperty('--lines', String(visibleLines));
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

/** Return whether the whole text of a card is visible. A layout that does not draw the text counts as fitting. */
function textFits(text: HTMLElement): boolean {
  const content = text.firstElementChild as HTMLElement;
  const isDrawn = text.clientHeight > 0;
  return !isDrawn || content.offsetHeight <= text.clientHeight + TOLERANCE;
}
