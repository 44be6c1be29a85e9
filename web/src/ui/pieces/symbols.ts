/** All symbols, in one hidden SVG element (a sprite) of the page. An element <use href="#flame"> draws one of them. */
import sprite from './symbols.svg?raw';

const SYMBOL_TAG = /<symbol id="([^"]+)" viewBox="([^"]+)"/g;
/** The SVG view box of each symbol, by its name. */
export const viewBoxes: Record<string, string> = Object.fromEntries(
  [...sprite.matchAll(SYMBOL_TAG)].map(([, name, viewBox]) => [name, viewBox]),
);

/** Insert the sprite, the hidden SVG element with all symbols, into the page. */
export function insertSprite(page: Document): void {
  const container = page.createElement('div');
  container.innerHTML = sprite;
  const svg = container.firstElementChild as SVGElement;
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('style', 'position:absolute;width:0;height:0');
  page.body.prepend(svg);
}
