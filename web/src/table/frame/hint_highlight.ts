/** The style sheet that highlights the pieces of a hint. */
import type { Action } from '../../api/wire';
import type { Hints } from '../models/hints.svelte';
import { piecesOf } from '../pieces';

/**
 * Return the CSS of a hint: in stage 1 the area to look at, then the pieces of the hinted action, and dashed those
 * of up to two equally good ones.
 */
export function highlightCss(game: string, aids: Hints | undefined): string {
  const known = piecesOf(game);
  const hint = aids?.hint;
  if (!known || !hint || !aids.stage) return '';
  if (aids.stage === 1) return `${known.area(hint.action)} { outline: 3px dashed var(--show); outline-offset: 2px; }`;
  const pressed = (action: Action, how: string) =>
    known
      .pieces(action, action === hint.action ? hint.then : [])
      .map((selector) => `${selector} { outline: 3px ${how} var(--show) !important; outline-offset: 3px; }`);
  return [
    ...hint.equals.slice(0, 2).flatMap((action) => pressed(action, 'dashed')),
    ...pressed(hint.action, 'solid'),
  ].join('\n');
}
