/** What the table asks and says, in the words of the game. */
import type { Action } from '../../api/wire';
import type { GameWords } from '../../state/shelf.svelte';
import { offers } from '../../table/contract';
import { fill, together } from '../../words';
import type { Board, LearnOption, View } from './types';
import { DRAW, LEARN, learned, STORE, TAKE, tokens, type Deed } from './view';

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const PRIMARY: [string, Action][] = [
  ['take', TAKE],
  ['draw', DRAW],
  ['store', STORE],
  ['learn', LEARN],
];

/** Where a whole action is chosen: what of all this is possible. */
function possible(view: View, words: GameWords, legal: Action[]): string {
  const said = words.table;
  const may = PRIMARY.filter(([, action]) => offers(legal, action)).map(([name]) => said.may[name] as string);
  if (legal.some((action) => action.do === 'use')) may.push(offers(legal, LEARN) ? said.may.use_one : said.may.use);
  if (!may.length) return said.may_nothing[view.now.phase];
  const last = may.pop()!;
  return capital(may.length ? `${may.join(', ')} ${said.or} ${last}` : last);
}

/** The question the table waits with. */
export function question(view: View, words: GameWords, legal: Action[]): string {
  const asks = view.asks;
  if (!asks) return '';
  let key = asks.step;
  if (key === 'choose') return possible(view, words, legal);
  if (key === 'pay' && view.learning?.wild) key = 'pay_wild';
  else if (asks.given) key += '_back';
  else if (asks.rune && words.asks[`${key}_rune`]) key += '_rune';
  else if (asks.colour && words.asks[`${key}_colour`]) key += '_colour';
  const rune = key === 'pay_wild' ? view.learning!.wild! : asks.rune;
  const n =
    asks.step === 'pay'
      ? view.learning?.wild
        ? view.learning.wild_owed
        : (view.learning?.owed ?? asks.left)
      : asks.left;
  return fill(words.asks[key], {
    n,
    rune: rune ? words.runes[rune] : '',
    colour: asks.colour ? words.colours[asks.colour] : '',
  });
}

/** What the question costs or brings, or what the action under way does. */
export function costOf(view: View, board: Board, words: GameWords, legal: Action[]): string {
  const said = words.table;
  const step = view.asks?.step;
  if (view.learning && board.proposal.length && legal.length) {
    const paid = board.proposal[0].do === 'place' ? said.proposed_place : said.proposed;
    return `${fill(said.learning, { spell: spellName(words, view.learning.spell), n: view.learning.level })} ${paid}`;
  }
  if (step === 'choose' && board.last_day) return said.last_mine;
  if (step === 'choose')
    return legal.some((action) => action.do !== 'skip') ? (said[`cost_${view.now.phase}`] ?? '') : '';
  const done = view.copying?.spell ? view.copying : view.doing;
  if (done?.spell && done.level)
    return fill(said.doing, {
      spell: spellName(words, done.spell),
      n: done.level,
      text: effectOf(words, done.spell, done.level),
    });
  return said[`doing_${step}`] ?? '';
}

/** What a chosen token would bring. */
export function tokenNote(
  view: View,
  board: Board,
  words: GameWords,
  seat: number,
  zone: string,
  token: string,
): string {
  const mine = view.players[seat];
  if (zone === 'pool')
    return fill(words.table.store_brings, {
      points: points(words, board.worth.familiar[tokens(mine.board).length + 1]),
    });
  const n = tokens(mine.pool).filter((one) => one[0] === token[0]).length + 1;
  return fill(words.table.take_brings, { n, colour: words.colours[token[0]] });
}

export const points = (words: GameWords, n: number): string => fill(words.table.n_points, { n });
/** What something adds: “+2 points”. */
export const gain = (words: GameWords, n: number): string => `+${points(words, n)}`;
export const spellName = (words: GameWords, spell: string): string => words.spells[spell].name;
/** What a spell does at a level. */
export const effectOf = (words: GameWords, spell: string, level: number): string =>
  words.spells[spell]?.[String(level)] ?? '';

/** “3 red”, “2 red and 1 wild”. */
function price(words: GameWords, lesson: LearnOption, colour: string): string {
  const parts = [fill(words.table.price_own, { n: lesson.own, colour: words.colours[colour] })];
  if (lesson.wilds) parts.push(fill(words.table.price_wild, { n: lesson.wilds }));
  return together(parts);
}

/** A deed as a verb with its object. */
export function deedLabel(words: GameWords, deed: Deed, colour: string): string {
  const said = words.table;
  const [action] = deed.gesture;
  const places = { spell: spellName(words, deed.spell), n: deed.level };
  if (deed.lesson) return fill(said.learn_for, { ...places, price: price(words, deed.lesson, colour) });
  if (action.do === 'raise') return fill(said.raise, places);
  return fill(action.branch ? said[`use_${action.branch}`] : said.use_at, places);
}
/** The same where the spell is named already. */
export const deedLevel = (words: GameWords, deed: Deed): string => fill(words.table.at_level, { n: deed.level });

/** What a deed does, and what it adds. */
export function deedNote(words: GameWords, deed: Deed): string {
  if (!deed.level) return words.kinds[words.spells[deed.spell].phase];
  const effect = effectOf(words, deed.spell, deed.level);
  return deed.lesson ? `${effect} ${gain(words, deed.lesson.adds)}.` : effect;
}

/** What skipping or stopping would throw away, in one sentence; nothing where nothing is lost. */
export function wasteOf({ waste }: Board, words: GameWords): string | undefined {
  if (!waste) return undefined;
  const adds = waste.adds ?? 0;
  return fill(words.table[`waste_${waste.what}`], {
    n: waste.n ?? adds,
    level: waste.level ?? 0,
    spell: waste.spell ? spellName(words, waste.spell) : '',
    gain: gain(words, adds),
  });
}

/** What brings on the end, as a sentence; empty while it is not in sight. */
export function endNews(view: View, board: Board, words: GameWords, name: (seat: number) => string): string {
  if (view.outcome) return '';
  const alone = view.opponent ? '_solo' : '';
  if (view.end_by !== null) return fill(words.table[`last_${board.end_why}${alone}`], { who: name(view.end_by) });
  return view.opponent && board.last_day ? words.table.last_track_solo : '';
}

/** From how many Days left on the end is in sight. */
const SOON = 3;
/** The end in two words: the last round, the last Day, so many Days left. */
export function endChip(view: View, board: Board, words: GameWords): string {
  if (view.outcome) return '';
  if (view.end_by !== null && !view.opponent) return words.table.chip_round;
  if (board.last_day) return words.table.chip_day;
  const left = board.opponent?.left ?? Infinity;
  return left <= SOON ? fill(words.table.chip_left, { n: left }) : '';
}

/** Alone: who won, by how much, and what ended the game. */
export function verdict(
  view: View,
  board: Board,
  words: GameWords,
  who: string,
  mine: boolean,
): { title: string; lead: string } | undefined {
  if (!view.outcome || !view.opponent) return undefined;
  const said = words.table;
  const ahead = view.scores[0] - view.opponent.points;
  const titles: Record<string, string> = {
    tie: said.verdict_tie,
    opponent: said.verdict_lost,
    points: mine ? said.verdict_you : said.verdict_won,
  };
  return {
    title: fill(titles[view.outcome.reason], { n: Math.abs(ahead), who }),
    lead: fill(said[`verdict_${board.end_why}`], {
      most: Math.max(view.scores[0], view.opponent.points),
      least: Math.min(view.scores[0], view.opponent.points),
    }),
  };
}

/** A spell card for those who listen: where it stands, when it works, what it would take and bring. */
export function cardText(
  words: GameWords,
  view: View,
  board: Board,
  seat: number,
  spell: string,
  note: string,
): string {
  const said = words.table;
  const card = learned(view.players[seat].book[spell]);
  const plan = board.players[seat].plan[spell];
  const at = card ? fill(said.at_level, { n: card.level }) : said.not_learned;
  const worth = card
    ? [points(words, board.players[seat].points[spell])]
    : plan.adds.map((n, k) => fill(said.adds_at, { n: k + 3, gain: gain(words, n) }));
  const have = card ? [] : [fill(said.have, { n: plan.have, of: plan.of })];
  return (
    [capital(at), words.kinds[words.spells[spell].phase], ...have, ...worth, note]
      .filter((part, k, all) => part && all.indexOf(part) === k)
      .join('. ') + '.'
  );
}

/** What a card says of itself in two words: what may be done with it, or when. */
export function cardNote(words: GameWords, view: View, seat: number, spell: string, may: Deed[]): string {
  const said = words.table;
  if (may.length)
    return may[0].lesson ? said.can_learn : may[0].gesture[0].do === 'raise' ? said.can_raise : said.can_use;
  const card = learned(view.players[seat].book[spell]);
  if (card?.fresh) return said.fresh;
  if (card) return fill(said.at_level, { n: card.level });
  const phase = words.spells[spell].phase;
  return phase === 'none' ? said.passive : words.phases[phase];
}
