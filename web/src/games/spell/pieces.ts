/** CSS selectors for hints: which elements the player clicks to play an action, and which area contains them. */
import type { Action } from '../../api/wire';

const cellSelector = (cell: string) => `.arena [data-cell="${cell}"]`;

/** Return the selectors of the elements to click: a card, or cells of the arena and the arrow of a slide. */
export function pieces(action: Action): string[] {
  if (action.do === 'lay') return [`.s-board-area [data-at="${action.at}"]`];
  if (action.do === 'claim') return [`.runes [data-card="${action.card}"]`];
  if (action.do === 'cast') return [`.hand [data-level="${action.level}"][data-lit]`];
  if (action.do === 'upheave') return [cellSelector(action.lift), `.arrow[data-side="${action.side}"]`];
  return [action.at, action.to].filter(Boolean).map(cellSelector);
}

/** Return the selector of the area of an action: the rune cards, the captured cards, the action bar or the arena. */
export function area(action: Action): string {
  if (action.do === 'claim') return '.s-board-area .runes';
  if (action.do === 'cast') return '.hand:has([data-lit])';
  if (action.do === 'end') return '.shell > .act .buttons';
  return '.s-board-area .ground > *';
}
