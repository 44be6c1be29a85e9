/** Makes the text of the action bar fit, since the bar has a fixed height. */

/** Whether the content of an element fits into its height. One pixel of difference may come from rounding. */
const fits = (element: Element) => element.scrollHeight <= element.clientHeight + 1;

/**
 * Make the text and the labels of the buttons fit into the bar by CSS classes, and return whether some text is still
 * cut off. Each class is used only if the one before is not enough: `dense` uses smaller letters, `bare` hides the
 * label of the hint button, and `clipped` ends the text with "…" at the end of a line.
 */
export function fitText(bar: HTMLElement, text: HTMLElement): boolean {
  // each class changes the layout, so every call measures the bar again
  const isTextCut = () => !fits(text);
  const isAnythingCut = () => isTextCut() || ![...bar.querySelectorAll('.label')].every(fits);
  text.style.cssText = '';
  bar.classList.remove('dense', 'bare', 'clipped');
  if (isAnythingCut()) bar.classList.add('dense');
  if (isTextCut()) bar.classList.add('bare');
  const isCutAtLast = isAnythingCut();
  if (isTextCut()) limitLines(bar, text);
  return isCutAtLast;
}

/** Limit the lines of the heading and of the smaller detail below it, by the CSS variables `--head` and `--tail`. */
function limitLines(bar: HTMLElement, text: HTMLElement): void {
  bar.classList.add('clipped');
  const heading = text.querySelector('b');
  const detail = text.querySelector('.tail');
  if (!heading) return;
  const headingHeight = text.clientHeight - (detail ? lineHeight(detail) : 0); // one line is left for the detail
  text.style.setProperty('--head', String(linesIn(headingHeight, heading)));
  if (!detail) return;
  const detailHeight = text.clientHeight - heading.offsetHeight;
  text.style.setProperty('--tail', String(linesIn(detailHeight, detail)));
}

/** Return how many lines of an element's text fit into a height in pixels; at least 1. */
const linesIn = (height: number, element: Element) => Math.max(1, Math.floor(height / lineHeight(element)));

const lineHeight = (element: Element) => parseFloat(getComputedStyle(element).lineHeight);
