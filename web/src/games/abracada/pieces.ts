/** CSS selectors for hints: which elements the player clicks to play an action, and which area contains them. */
import type { Action } from '../../api/wire';

/** Return the selectors of the elements to click; empty for an action that only a button of the action bar plays. */
export const pieces = (action: Action): string[] =>
  action.do === 'call' ? [`.calls [data-spell="${action.spell}"]`] : [];

/** Return the selector of the area of an action: the spell columns for a call, otherwise the action bar. */
export const area = (action: Action): string =>
  action.do === 'call' ? '.s-board-area .calls' : '.shell > .act .buttons';
