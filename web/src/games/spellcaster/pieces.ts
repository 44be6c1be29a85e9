/** The elements of this board that play an action. */
import type { Action } from '../../api/wire';

export function pieces(action: Action): string[] {
  if (action.do === 'draw') return ['.s-board-area [data-does="draw"]'];
  if (action.do === 'target') return [`.piles [data-zone="${action.colour}"] .piece`];
  if (action.do === 'recover') return [`[data-card="${action.card}"]`, '.s-board-area [data-zone="discard"]'];
  return action.card ? [`.s-board-area [data-card="${action.card}"]`] : [];
}

export function area(action: Action): string {
  if (action.do === 'draw') return '.s-board-area [data-does="draw"]';
  if (action.do === 'play' || action.do === 'discard') return '.s-board-area .hand';
  if (action.do === 'recover') return '.s-board-area [data-zone="discard"]';
  return action.card || action.do === 'target' ? '.s-board-area .piles' : '.shell > .act .buttons';
}
