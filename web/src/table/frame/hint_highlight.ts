/** The style sheet that highlights the pieces of a hint. */
import type { Action } from '../../api/wire';
import { STAGE, type Hints } from '../models/hints.svelte';
import { piecesOf } from '../pieces';

/**
 * Return the CSS of a hint: first the area to look at, then the pieces of the hinted action with a solid
 * outline, and the pieces of up to two equally good actions with a dashed one.
 */
export function highlightCss(game: string, aids: Hints | undefined): string {
  const known = piecesOf(game);
  const hint = aids?.hint;
  if (!known || !hint || !aids.stage) return '';
  if (aids.stage === STAGE.where)
    return `${known.area(hint.action)} { outline: 3px dashed var(--show); outline-offset: 2px; }`;
  const outlines = (action: Action, lineStyle: string) =>
    known
      .pieces(action, action === hint.action ? hint.then : [])
      .map((selector) => `${selector} { outline: 3px ${lineStyle} var(--show) !important; outline-offset: 3px; }`);
  return [
    ...hint.equals.slice(0, 2).flatMap((action) => outlines(action, 'dashed')),
    ...outlines(hint.action, 'solid'),
  ].join('\n');
}
