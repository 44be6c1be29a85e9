/** The SVG sprite of all symbols, and the view box of each. */
import sprite from './symbols.svg?raw';

export const boxes: Record<string, string> = Object.fromEntries(
  [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="([^"]+)"/g)].map((match) => [match[1], match[2]]),
);

/** Insert the sprite into the page; every symbol is then drawn by <use>. */
export function insertSprite(page: Document): void {
  const holder = page.createElement('div');
  holder.innerHTML = sprite;
  const svg = holder.firstElementChild as SVGElement;
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('style', 'position:absolute;width:0;height:0');
  page.body.prepend(svg);
}
