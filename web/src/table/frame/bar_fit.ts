/** Makes the text of the action bar fit, since the bar has a fixed height. */

/** Whether the content of an element fits; one pixel more may come from rounding. */
const fits = (element: Element) => element.scrollHeight <= element.clientHeight + 1;

/**
 * Fit the text and the labels of the buttons into the bar, by CSS classes. `dense` sets them tighter; `bare` lets the
 * text take the space of the hint button; `clipped` cuts the text at the end of a line. Each is used only if the one
 * before is not enough. Return whether anything is cut.
 */
export function fitText(bar: HTMLElement, text: HTMLElement): boolean {
  const textFits = () => fits(text);
  const labelsFit = () => [...bar.querySelectorAll('.label')].every(fits);
  text.style.cssText = '';
  bar.classList.remove('dense', 'bare', 'clipped');
  if (!textFits() || !labelsFit()) bar.classList.add('dense');
  if (!textFits()) bar.classList.add('bare');
  const isCut = !textFits() || !labelsFit();
  if (!textFits()) cutLines(bar, text);
  return isCut;
}

/** Set how many lines of the head (in bold) and of the tail after it are shown, by the variables of the style sheet. */
function cutLines(bar: HTMLElement, text: HTMLElement): void {
  bar.classList.add('clipped');
  const head = text.querySelector('b');
  if (!head) return;
  const tail = text.querySelector('.tail');
  const lineHeight = (element: Element | null) => (element ? parseFloat(getComputedStyle(element).lineHeight) : 0);
  const linesIn = (height: number, element: Element) => String(Math.max(1, Math.floor(height / lineHeight(element))));
  text.style.setProperty('--head', linesIn(text.clientHeight - lineHeight(tail), head));
  if (tail) text.style.setProperty('--tail', linesIn(text.clientHeight - head.offsetHeight, tail));
}
