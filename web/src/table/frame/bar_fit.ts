/** Makes the text of the action bar fit, since the bar has a fixed height. */

/**
 * Fit the text: normal, else tighter (class `dense`), else in the space of the hint button (`bare`), else cut at the end
 * of a line (`clipped`). Return whether anything is cut.
 */
export function fitText(bar: HTMLElement, text: HTMLElement): boolean {
  const textFits = () => text.scrollHeight <= text.clientHeight + 1;
  const labelsFit = () =>
    [...bar.querySelectorAll('.label')].every((label) => label.scrollHeight <= label.clientHeight + 1);
  text.style.cssText = '';
  bar.classList.remove('dense', 'bare', 'clipped');
  if (!textFits() || !labelsFit()) bar.classList.add('dense');
  if (!textFits()) bar.classList.add('bare');
  const isCut = !textFits() || !labelsFit();
  if (!textFits()) cutLines(bar, text);
  return isCut;
}

/** Set how many lines of the head and of the tail are shown. */
function cutLines(bar: HTMLElement, text: HTMLElement): void {
  bar.classList.add('clipped');
  const head = text.querySelector('b')!;
  const tail = text.querySelector('.tail');
  const lineHeight = (element: Element | null) => (element ? parseFloat(getComputedStyle(element).lineHeight) : 0);
  const lines = (height: number, element: Element) => String(Math.max(1, Math.floor(height / lineHeight(element))));
  text.style.setProperty('--head', lines(text.clientHeight - lineHeight(tail), head));
  if (tail) text.style.setProperty('--tail', lines(text.clientHeight - head.offsetHeight, tail));
}
