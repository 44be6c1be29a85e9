/** Where an action is pressed on this board. */
import type { Action } from '../../api/wire';

export function pieces(action: Action): string[] {
  if (action.do === 'draw') return ['.s-leather [data-does="draw"]'];
  if (action.do === 'target') return [`.piles [data-zone="${action.colour}"] .piece`];
  if (action.do === 'recover') return [`[data-card="${action.card}"]`, '.s-leather [data-zone="discard"]'];
  return action.card ? [`.s-leather [data-card="${action.card}"]`] : [];
}

export function area(action: Action): string {
  if (action.do === 'draw') return '.s-leather [data-does="draw"]';
  if (action.do === 'play' || action.do === 'discard') return '.s-leather .hand';
  if (action.do === 'recover') return '.s-leather [data-zone="discard"]';
  return action.card || action.do === 'target' ? '.s-leather .piles' : '.shell > .act .buttons';
}
