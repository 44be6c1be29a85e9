/** The elements of this board that play an action, and the area of the board that an action concerns. */
import type { Action } from '../../api/wire';

/** Return selectors of the elements to click; an action other than a call is a button of the action bar. */
export const pieces = (action: Action): string[] =>
  action.do === 'call' ? [`.calls [data-spell="${action.spell}"]`] : [];

/** Return the selector of the area: the spells or the action bar. */
export const area = (action: Action): string =>
  action.do === 'call' ? '.s-board-area .calls' : '.shell > .act .buttons';
