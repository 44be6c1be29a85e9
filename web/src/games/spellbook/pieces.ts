/** CSS selectors for hints: which elements the player clicks to play an action, and which area contains them. */
import type { Action } from '../../api/wire';

/** For each verb of an action with a token: the zones of the board where that token can be. */
const ZONES_OF_STEP: Record<string, string[]> = {
  take: ['altar'],
  sweep: ['altar'],
  offer: ['altar'],
  recall: ['board'],
  store: ['pool', 'spent'], // "spent": paid, but not discarded yet
  discard: ['pool'],
  give: ['pool'],
  place: ['pool'],
  pay: ['pool'],
};

/** Return the selectors of the elements to click. `nextActions` follow the action and are played by the same click. */
export function pieces(action: Action, nextActions: Action[]): string[] {
  if (action.do === 'act' && action.action === 'draw') return ['.s-board-area [data-zone="pouch"]'];
  if (action.do === 'act') return nextActions.length ? pieces(nextActions[0], []) : [];
  if (action.token) {
    const zones = ZONES_OF_STEP[action.do] ?? [];
    return zones.map((zone) => `[data-zone="${zone}"] [data-token="${action.token}"][data-lit]`);
  }
  return action.spell && action.do !== 'copy' ? [`.book [data-spell="${action.spell}"]`] : [];
}

const AREAS: Record<string, string> = {
  take: '.altar',
  sweep: '.altar',
  offer: '.altar',
  draw: '.draws',
  recall: '.familiar',
  learn: '.book',
  use: '.book',
  raise: '.book',
  copy: '.book',
};

/** Return the selector of the area of an action. It is the pool for the verbs that AREAS does not list. */
export function area(action: Action): string {
  const verb: string = action.do === 'act' ? action.action : action.do;
  if (verb === 'skip' || verb === 'stop') return '.shell > .act .buttons';
  return `.s-board-area ${AREAS[verb] ?? '.pool'}`;
}
