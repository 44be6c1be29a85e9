/** The elements of this board that play an action, and the area of the board that an action concerns. */
import type { Action } from '../../api/wire';

const DECK = '.s-board-area [data-does="draw"]';
const DISCARD_PILE = '.s-board-area [data-zone="discard"]';

/** Return selectors of the elements to click; a click on the discard pile opens the list of cards to recover. */
export function pieces(action: Action): string[] {
  if (action.do === 'draw') return [DECK];
  if (action.do === 'target') return [`.piles [data-zone="${action.colour}"] .piece`];
  if (action.do === 'recover') return [`[data-card="${action.card}"]`, DISCARD_PILE];
  return action.card ? [`.s-board-area [data-card="${action.card}"]`] : [];
}

/** Return the selector of the area; an action without a card or a pile is a button of the action bar. */
export function area(action: Action): string {
  if (action.do === 'draw') return DECK;
  if (action.do === 'play' || action.do === 'discard') return '.s-board-area .hand';
  if (action.do === 'recover') return DISCARD_PILE;
  return action.card || action.do === 'target' ? '.s-board-area .piles' : '.shell > .act .buttons';
}
