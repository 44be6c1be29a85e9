/** The sprite of pieces, and the box each symbol is drawn in. */
import sprite from './symbols.svg?raw';

export const boxes: Record<string, string> = Object.fromEntries(
  [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="([^"]+)"/g)].map((found) => [found[1], found[2]]),
);

/** The page carries the sprite once; every piece then is a <use>. */
export function hangSprite(page: Document): void {
  const holder = page.createElement('div');
  holder.innerHTML = sprite;
  const svg = holder.firstElementChild as SVGElement;
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('style', 'position:absolute;width:0;height:0');
  page.body.prepend(svg);
}
