/** Where an action is pressed on this board. */
import type { Action } from '../../api/wire';

const cell = (at: string) => `.arena [data-cell="${at}"]`;

export function pieces(action: Action): string[] {
  if (action.do === 'lay') return [`.s-leather [data-at="${action.at}"]`];
  if (action.do === 'claim') return [`.runes [data-card="${action.card}"]`];
  if (action.do === 'cast') return [`.hand [data-level="${action.level}"][data-lit]`];
  if (action.do === 'upheave') return [cell(action.lift), `.arrow[data-side="${action.side}"]`];
  return [action.at, action.to].filter(Boolean).map(cell);
}

export function area(action: Action): string {
  if (action.do === 'claim') return '.s-leather .runes';
  if (action.do === 'cast') return '.hand:has([data-lit])';
  if (action.do === 'end') return '.shell > .act .buttons';
  return '.s-leather .ground > *';
}
