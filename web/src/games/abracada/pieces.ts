/** The elements of this board that play an action. */
import type { Action } from '../../api/wire';

export const pieces = (action: Action): string[] =>
  action.do === 'call' ? [`.calls [data-spell="${action.spell}"]`] : [];
export const area = (action: Action): string =>
  action.do === 'call' ? '.s-board-area .calls' : '.shell > .act .buttons';
