/** Texts of the action bar and of the spell cards. */
import type { Action } from '../../api/wire';
import type { GameWords } from '../../state/shelf.svelte';
import { offers } from '../../table/contract';
import { fill, together } from '../../words';
import type { Board, LearnOption, View } from './types';
import { DRAW, LEARN, learned, STORE, TAKE, tokens, type SpellOption } from './view';

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const PRIMARY: [string, Action][] = [
  ['take', TAKE],
  ['draw', DRAW],
  ['store', STORE],
  ['learn', LEARN],
];

/** Return the question at the start of an action: what the player may do. */
function possible(view: View, words: GameWords, legal: Action[]): string {
  const phrases = words.table;
  const may = PRIMARY.filter(([, action]) => offers(legal, action)).map(([name]) => phrases.may[name] as string);
  if (legal.some((action) => action.do === 'use'))
    may.push(offers(legal, LEARN) ? phrases.may.use_one : phrases.may.use);
  if (!may.length) return phrases.may_nothing[view.now.phase];
  const last = may.pop()!;
  return capital(may.length ? `${may.join(', ')} ${phrases.or} ${last}` : last);
}

/** Return the question of the action bar. */
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

/** Return the second line of the action bar: what the question costs or brings, or what the current action does. */
export function costOf(view: View, board: Board, words: GameWords, legal: Action[]): string {
  const phrases = words.table;
  const step = view.asks?.step;
  if (view.learning && board.proposal.length && legal.length) {
    const paid = board.proposal[0].do === 'place' ? phrases.proposed_place : phrases.proposed;
    return `${fill(phrases.learning, { spell: spellName(words, view.learning.spell), n: view.learning.level })} ${paid}`;
  }
  if (step === 'choose' && board.last_day) return phrases.last_mine;
  if (step === 'choose')
    return legal.some((action) => action.do !== 'skip') ? (phrases[`cost_${view.now.phase}`] ?? '') : '';
  const done = view.copying?.spell ? view.copying : view.doing;
  if (done?.spell && done.level)
    return fill(phrases.doing, {
      spell: spellName(words, done.spell),
      n: done.level,
      text: effectOf(words, done.spell, done.level),
    });
  return phrases[`doing_${step}`] ?? '';
}

/** Return what taking or storing a token would bring. */
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
/** Return a gain of points: “+2 points”. */
export const gain = (words: GameWords, n: number): string => `+${points(words, n)}`;
export const spellName = (words: GameWords, spell: string): string => words.spells[spell].name;
/** Return the effect of a spell at a level. */
export const effectOf = (words: GameWords, spell: string, level: number): string =>
  words.spells[spell]?.[String(level)] ?? '';

/** Return the price of a spell: “3 red”, “2 red and 1 wild”. */
function price(words: GameWords, learnOption: LearnOption, colour: string): string {
  const parts = [fill(words.table.price_own, { n: learnOption.own, colour: words.colours[colour] })];
  if (learnOption.wilds) parts.push(fill(words.table.price_wild, { n: learnOption.wilds }));
  return together(parts);
}

/** Return the label of an action with a spell: a verb and its object. */
export function optionLabel(words: GameWords, option: SpellOption, colour: string): string {
  const phrases = words.table;
  const [action] = option.gesture;
  const places = { spell: spellName(words, option.spell), n: option.level };
  if (option.learnOption)
    return fill(phrases.learn_for, { ...places, price: price(words, option.learnOption, colour) });
  if (action.do === 'raise') return fill(phrases.raise, places);
  return fill(action.branch ? phrases[`use_${action.branch}`] : phrases.use_at, places);
}
/** Return the short label of an action, for use beside the name of the spell. */
export const optionLevel = (words: GameWords, option: SpellOption): string =>
  fill(words.table.at_level, { n: option.level });

/** Return what an action does, and the points it adds. */
export function optionNote(words: GameWords, option: SpellOption): string {
  if (!option.level) return words.kinds[words.spells[option.spell].phase];
  const effect = effectOf(words, option.spell, option.level);
  return option.learnOption ? `${effect} ${gain(words, option.learnOption.adds)}.` : effect;
}

/** Return a warning about what skipping or stopping would waste; undefined if nothing is lost. */
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

/** Return a sentence about what ends the game; empty if the end is not near. */
export function endNews(view: View, board: Board, words: GameWords, name: (seat: number) => string): string {
  if (view.outcome) return '';
  const alone = view.opponent ? '_solo' : '';
  if (view.end_by !== null) return fill(words.table[`last_${board.end_why}${alone}`], { who: name(view.end_by) });
  return view.opponent && board.last_day ? words.table.last_track_solo : '';
}

/** The end is announced from this many Days left. */
const SOON = 3;
/** Return the notice beside the phases: last round, last Day, or the number of Days left. */
export function endChip(view: View, board: Board, words: GameWords): string {
  if (view.outcome) return '';
  if (view.end_by !== null && !view.opponent) return words.table.chip_round;
  if (board.last_day) return words.table.chip_day;
  const left = board.opponent?.left ?? Infinity;
  return left <= SOON ? fill(words.table.chip_left, { n: left }) : '';
}

/** Return the verdict of a solo game: who won, by how much, and what ended the game. */
export function verdict(
  view: View,
  board: Board,
  words: GameWords,
  who: string,
  mine: boolean,
): { title: string; lead: string } | undefined {
  if (!view.outcome || !view.opponent) return undefined;
  const phrases = words.table;
  const ahead = view.scores[0] - view.opponent.points;
  const titles: Record<string, string> = {
    tie: phrases.verdict_tie,
    opponent: phrases.verdict_lost,
    points: mine ? phrases.verdict_you : phrases.verdict_won,
  };
  return {
    title: fill(titles[view.outcome.reason], { n: Math.abs(ahead), who }),
    lead: fill(phrases[`verdict_${board.end_why}`], {
      most: Math.max(view.scores[0], view.opponent.points),
      least: Math.min(view.scores[0], view.opponent.points),
    }),
  };
}

/** Return the screen-reader text of a spell card: its level, its phase, its price and what it would add. */
export function cardText(
  words: GameWords,
  view: View,
  board: Board,
  seat: number,
  spell: string,
  note: string,
): string {
  const phrases = words.table;
  const card = learned(view.players[seat].book[spell]);
  const plan = board.players[seat].plan[spell];
  const at = card ? fill(phrases.at_level, { n: card.level }) : phrases.not_learned;
  const worth = card
    ? [points(words, board.players[seat].points[spell])]
    : plan.adds.map((n, k) => fill(phrases.adds_at, { n: k + 3, gain: gain(words, n) }));
  const have = card ? [] : [fill(phrases.have, { n: plan.have, of: plan.of })];
  return (
    [capital(at), words.kinds[words.spells[spell].phase], ...have, ...worth, note]
      .filter((part, k, all) => part && all.indexOf(part) === k)
      .join('. ') + '.'
  );
}

/** Return the short note on a spell card: what the player can do with it, or its level or phase. */
export function cardNote(words: GameWords, view: View, seat: number, spell: string, may: SpellOption[]): string {
  const phrases = words.table;
  if (may.length)
    return may[0].learnOption
      ? phrases.can_learn
      : may[0].gesture[0].do === 'raise'
        ? phrases.can_raise
        : phrases.can_use;
  const card = learned(view.players[seat].book[spell]);
  if (card?.fresh) return phrases.fresh;
  if (card) return fill(phrases.at_level, { n: card.level });
  const phase = words.spells[spell].phase;
  return phase === 'none' ? phrases.passive : words.phases[phase];
}
