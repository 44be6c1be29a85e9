/** The elements of this board that play an action. */
import type { Action } from '../../api/wire';

const cell = (at: string) => `.arena [data-cell="${at}"]`;

export function pieces(action: Action): string[] {
  if (action.do === 'lay') return [`.s-board-area [data-at="${action.at}"]`];
  if (action.do === 'claim') return [`.runes [data-card="${action.card}"]`];
  if (action.do === 'cast') return [`.hand [data-level="${action.level}"][data-lit]`];
  if (action.do === 'upheave') return [cell(action.lift), `.arrow[data-side="${action.side}"]`];
  return [action.at, action.to].filter(Boolean).map(cell);
}

export function area(action: Action): string {
  if (action.do === 'claim') return '.s-board-area .runes';
  if (action.do === 'cast') return '.hand:has([data-lit])';
  if (action.do === 'end') return '.shell > .act .buttons';
  return '.s-board-area .ground > *';
}
