/** CSS selectors for hints: which elements the player clicks to play an action, and which area contains them. */
import type { Action } from '../../api/wire';

const DECK = '.s-board-area [data-does="draw"]';
const DISCARD_PILE = '.s-board-area [data-zone="discard"]';

/** Return the selectors of the elements to click. A card to recover is in a list that a click on the discard pile opens. */
export function pieces(action: Action): string[] {
  if (action.do === 'draw') return [DECK];
  if (action.do === 'target') return [`.piles [data-zone="${action.colour}"] .piece`];
  if (action.do === 'recover') return [`[data-card="${action.card}"]`, DISCARD_PILE];
  return action.card ? [`.s-board-area [data-card="${action.card}"]`] : [];
}

/** Return the selector of the area of an action: the deck, the hand, the piles, or else the action bar. */
export function area(action: Action): string {
  if (action.do === 'draw') return DECK;
  if (action.do === 'play' || action.do === 'discard') return '.s-board-area .hand';
  if (action.do === 'recover') return DISCARD_PILE;
  const isOnPiles = Boolean(action.card) || action.do === 'target';
  return isOnPiles ? '.s-board-area .piles' : '.shell > .act .buttons';
}
