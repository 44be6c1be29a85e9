/** Where an action is pressed on this board. */
import type { Action } from '../../api/wire';

export const pieces = (action: Action): string[] =>
  action.do === 'call' ? [`.calls [data-spell="${action.spell}"]`] : [];
export const area = (action: Action): string => (action.do === 'call' ? '.s-leather .calls' : '.shell > .act .buttons');
