/** What a hint lights up on the board, as a style sheet. */
import type { Action } from '../../api/wire';
import type { Counsel } from '../models/hints.svelte';
import { piecesOf } from '../pieces';

/** First where to look, then the pieces of the move and, dashed, of two others as good. */
export function lightsOf(game: string, aids: Counsel | undefined): string {
  const known = piecesOf(game);
  const hint = aids?.hint;
  if (!known || !hint || !aids.stage) return '';
  if (aids.stage === 1) return `${known.area(hint.action)} { outline: 3px dashed var(--show); outline-offset: 2px; }`;
  const pressed = (action: Action, how: string) =>
    known
      .pieces(action, action === hint.action ? hint.then : [])
      .map((one) => `${one} { outline: 3px ${how} var(--show) !important; outline-offset: 3px; }`);
  return [...hint.equals.slice(0, 2).flatMap((one) => pressed(one, 'dashed')), ...pressed(hint.action, 'solid')].join(
    '\n',
  );
}
