/** Makes the style sheet that highlights the pieces of the action that a hint recommends. */
import { STAGE, type Hints } from '../models/hints.svelte';
import { piecesOf } from '../pieces';

/** Of the actions that are as good as the recommended action, at most this many are highlighted. */
const MAX_EQUALLY_GOOD = 2;

/**
 * Return the CSS that highlights the current hint of a game; '' if no hint is shown or the game does not define its
 * pieces. The first stage of a hint outlines the area of the board to look at. The later stages outline the pieces to
 * click for the recommended action, and with a dashed line the pieces for equally good actions.
 */
export function highlightCss(game: string, hints: Hints | undefined): string {
  const pieces = piecesOf(game);
  const hint = hints?.hint;
  if (!pieces || !hint || hints.stage === STAGE.hidden) return '';
  if (hints.stage === STAGE.where)
    return `${pieces.area(hint.action)} { outline: 3px dashed var(--show); outline-offset: 2px; }`;
  const outline = (selector: string, lineStyle: 'solid' | 'dashed') =>
    `${selector} { outline: 3px ${lineStyle} var(--show) !important; outline-offset: 3px; }`;
  const equallyGood = hint.equals.slice(0, MAX_EQUALLY_GOOD).flatMap((action) => pieces.pieces(action, []));
  const recommended = pieces.pieces(hint.action, hint.then);
  return [
    ...equallyGood.map((selector) => outline(selector, 'dashed')),
    ...recommended.map((selector) => outline(selector, 'solid')),
  ].join('\n');
}
