/** The elements of this board that play an action, and the area of the board that an action concerns. */
import type { Action } from '../../api/wire';

/** The zones of the tokens that a step picks; a token that was paid and is not discarded yet ("spent") may be stored, too. */
const ZONES_OF_STEP: Record<string, string[]> = {
  take: ['altar'],
  sweep: ['altar'],
  offer: ['altar'],
  recall: ['board'],
  store: ['pool', 'spent'],
  discard: ['pool'],
  give: ['pool'],
  place: ['pool'],
  pay: ['pool'],
};

/** Return selectors of the elements to click. An action that only begins a kind of action is played by its first step. */
export function pieces(action: Action, then: Action[]): string[] {
  if (action.do === 'act' && action.action === 'draw') return ['.s-board-area [data-zone="pouch"]'];
  if (action.do === 'act') return then.length ? pieces(then[0], []) : [];
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

/** Return the selector of the area; an action without an area of its own concerns the pool. */
export function area(action: Action): string {
  const verb: string = action.do === 'act' ? action.action : action.do;
  if (verb === 'skip' || verb === 'stop') return '.shell > .act .buttons';
  return `.s-board-area ${AREAS[verb] ?? '.pool'}`;
}
