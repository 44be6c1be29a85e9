/** The elements of this board that play an action. */
import type { Action } from '../../api/wire';

const token = (zone: string, one: string) => `[data-zone="${zone}"] [data-token="${one}"][data-lit]`;
const card = (spell: string) => `.book [data-spell="${spell}"]`;
/** The zones of the tokens that a step picks; a token just paid may be stored, too. */
const ZONES: Record<string, string[]> = {
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

export function pieces(action: Action, then: Action[]): string[] {
  if (action.do === 'act' && action.action === 'draw') return ['.s-board-area [data-zone="pouch"]'];
  if (action.do === 'act') return then.length ? pieces(then[0], []) : [];
  if (action.token) return (ZONES[action.do] ?? []).map((zone) => token(zone, action.token));
  return action.spell && action.do !== 'copy' ? [card(action.spell)] : [];
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

export function area(action: Action): string {
  const what = (action.do === 'act' ? action.action : action.do) as string;
  if (what === 'skip' || what === 'stop') return '.shell > .act .buttons';
  return `.s-board-area ${AREAS[what] ?? '.pool'}`;
}
