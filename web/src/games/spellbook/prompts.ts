/** The texts of the action bar and of the spell cards of SpellBook. */
import type { Action } from '../../api/wire';
import type { GameWords } from '../../state/shelf.svelte';
import { includesAction } from '../../table/contract';
import { fill, together } from '../../words';
import type { Board, LearnOption, View } from './types';
import {
  atLevel,
  colourOf,
  DRAW,
  LEARN,
  learnedCard,
  LEVELS,
  splitTokens,
  STORE,
  TAKE,
  type SpellOption,
} from './view';

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const BASIC_ACTIONS: [string, Action][] = [
  ['take', TAKE],
  ['draw', DRAW],
  ['store', STORE],
  ['learn', LEARN],
];

/** Return the question before an action. It lists what the player can do: "Take one from the altar or use a spell". */
function actionQuestion(view: View, words: GameWords, legal: Action[]): string {
  const phrases = words.table;
  const possible = BASIC_ACTIONS.filter(([, action]) => includesAction(legal, action)).map(([key]) => phrases.may[key]);
  if (legal.some((action) => action.do === 'use'))
    possible.push(includesAction(legal, LEARN) ? phrases.may.use_one : phrases.may.use);
  if (!possible.length) return phrases.may_nothing[view.now.phase];
  const lastPhrase = possible.pop();
  return capitalised(possible.length ? `${possible.join(', ')} ${phrases.or} ${lastPhrase}` : lastPhrase);
}

/** Return the question of the action bar: what the viewer has to choose or pay now; empty if nothing is asked. */
export function questionText(view: View, words: GameWords, legal: Action[]): string {
  const { asks, learning } = view;
  if (!asks) return '';
  if (asks.step === 'choose') return actionQuestion(view, words, legal);
  const colour = asks.colour ? words.colours[asks.colour] : '';
  const runeName = (rune: string | null) => (rune ? words.runes[rune] : '');
  if (asks.step === 'pay' && learning?.wild)
    return fill(words.asks.pay_wild, { n: learning.wild_owed, rune: runeName(learning.wild), colour });
  const count = asks.step === 'pay' ? (learning?.owed ?? asks.left) : asks.left;
  return fill(words.asks[questionKey(view, words)], { n: count, rune: runeName(asks.rune), colour });
}

/**
 * Return the key of the question in words.toml: the name of the step, such as "take", or its variant if only one rune
 * or one colour is allowed ("take_rune").
 */
function questionKey({ asks }: View, words: GameWords): string {
  if (!asks) return '';
  const { step, given, rune, colour } = asks;
  if (given) return `${step}_back`; // the second half of a swap
  if (rune && words.asks[`${step}_rune`]) return `${step}_rune`;
  if (colour && words.asks[`${step}_colour`]) return `${step}_colour`;
  return step;
}

/** Return the line below the question: what the answer costs or brings, or what the current action does. */
export function detailText(view: View, board: Board, words: GameWords, legal: Action[]): string {
  const phrases = words.table;
  const step = view.asks?.step;
  if (view.learning && board.proposal.length && legal.length) {
    const { spell, level } = view.learning;
    const paid = board.proposal[0].do === 'place' ? phrases.proposed_place : phrases.proposed;
    return `${fill(phrases.learning, { spell: spellName(words, spell), n: level })} ${paid}`;
  }
  if (step === 'choose') {
    if (board.last_day) return phrases.last_mine;
    const canAct = legal.some((action) => action.do !== 'skip');
    return canAct ? (phrases[`cost_${view.now.phase}`] ?? '') : '';
  }
  const usedSpell = view.copying?.spell ? view.copying : view.doing;
  if (!usedSpell?.spell || !usedSpell.level) return phrases[`doing_${step}`] ?? '';
  const { spell, level } = usedSpell;
  return fill(phrases.doing, { spell: spellName(words, spell), n: level, text: effectOf(words, spell, level) });
}

/**
 * Return what a click on a token brings. Storing a token of the pool brings points; taking a token of another zone
 * brings one more token of its colour.
 */
export function tokenNote(
  view: View,
  board: Board,
  words: GameWords,
  seat: number,
  zone: string,
  token: string,
): string {
  const player = view.players[seat];
  if (zone === 'pool') {
    const storedAfter = splitTokens(player.board).length + 1;
    return fill(words.table.store_brings, { points: points(words, board.worth.familiar[storedAfter]) });
  }
  const colour = colourOf(token);
  const held = splitTokens(player.pool).filter((other) => colourOf(other) === colour);
  return fill(words.table.take_brings, { n: held.length + 1, colour: words.colours[colour] });
}

/** Return a number of points in the language of the page: “2 points”. */
export const points = (words: GameWords, count: number): string => fill(words.table.n_points, { n: count });
/** Return a gain of points in the language of the page: “+2 points”. */
export const gain = (words: GameWords, count: number): string => `+${points(words, count)}`;
export const spellName = (words: GameWords, spell: string): string => words.spells[spell].name;
/** Return the text of a spell's effect at a level; empty if the spell has no effect at this level. */
export const effectOf = (words: GameWords, spell: string, level: number): string =>
  words.spells[spell]?.[String(level)] ?? '';

/** Return the price of a spell in tokens as a text: “3 red”, “2 red and 1 wild”. */
function price(words: GameWords, { own, wilds }: LearnOption, colour: string): string {
  const parts = [fill(words.table.price_own, { n: own, colour: words.colours[colour] })];
  if (wilds) parts.push(fill(words.table.price_wild, { n: wilds }));
  return together(parts);
}

/** Return the label of a button that uses, raises or learns a spell: “Learn Abundance 3 for 3 yellow”. */
export function optionLabel(words: GameWords, option: SpellOption, colour: string): string {
  const phrases = words.table;
  const [action] = option.actions;
  const spellAndLevel = { spell: spellName(words, option.spell), n: option.level };
  if (option.learnOption)
    return fill(phrases.learn_for, { ...spellAndLevel, price: price(words, option.learnOption, colour) });
  if (action.do === 'raise') return fill(phrases.raise, spellAndLevel);
  return fill(action.branch ? phrases[`use_${action.branch}`] : phrases.use_at, spellAndLevel);
}
/** Return a short label of an option, with only its level. The name of the spell is shown beside it. */
export const optionLevelLabel = (words: GameWords, option: SpellOption): string =>
  fill(words.table.at_level, { n: option.level });

/**
 * Return what using, raising or learning a spell does, and the points it adds. An option without a level (0) shows the
 * phase of the spell.
 */
export function optionNote(words: GameWords, { spell, level, learnOption }: SpellOption): string {
  if (!level) return words.kinds[words.spells[spell].phase];
  const effect = effectOf(words, spell, level);
  return learnOption ? `${effect} ${gain(words, learnOption.adds)}.` : effect;
}

/**
 * Return a warning about what the player would waste by skipping or stopping now; undefined if nothing is wasted. The
 * server computes what is wasted (`board.waste`).
 */
export function wasteWarning({ waste }: Board, words: GameWords): string | undefined {
  if (!waste) return undefined;
  const { what: verb, n: tokenCount, level = 0, spell, adds = 0 } = waste;
  return fill(words.table[`waste_${verb}`], {
    n: tokenCount ?? adds,
    level,
    spell: spell ? spellName(words, spell) : '',
    gain: gain(words, adds),
  });
}

/** Return a sentence about what has triggered the end of the game, such as which player; empty before that. */
export function endNews(view: View, board: Board, words: GameWords, playerName: (seat: number) => string): string {
  if (view.outcome) return '';
  const isSolo = view.opponent !== null;
  if (view.end_by !== null) {
    const reason = isSolo ? `${board.end_why}_solo` : board.end_why;
    return fill(words.table[`last_${reason}`], { who: playerName(view.end_by) });
  }
  return isSolo && board.last_day ? words.table.last_track_solo : '';
}

/** In a solo game, the notice shows the number of Days left when there are this many or fewer. */
const ANNOUNCED_DAYS = 3;
/** Return the notice that the game ends soon: last round, last Day, or the number of Days left; empty before that. */
export function endNotice(view: View, board: Board, words: GameWords): string {
  if (view.outcome) return '';
  if (view.end_by !== null && !view.opponent) return words.table.chip_round;
  if (board.last_day) return words.table.chip_day;
  if (!board.opponent || board.opponent.left > ANNOUNCED_DAYS) return '';
  return fill(words.table.chip_left, { n: board.opponent.left });
}

/** Return the verdict of a finished solo game: who won, by how many points, and what ended it. Otherwise undefined. */
export function verdict(
  view: View,
  board: Board,
  words: GameWords,
  playerName: string,
  playerIsViewer: boolean,
): { title: string; lead: string } | undefined {
  if (!view.outcome || !view.opponent) return undefined;
  const phrases = words.table;
  const [playerPoints] = view.scores;
  const opponentPoints = view.opponent.points;
  const titles: Record<string, string> = {
    tie: phrases.verdict_tie,
    opponent: phrases.verdict_lost,
    points: playerIsViewer ? phrases.verdict_you : phrases.verdict_won,
  };
  return {
    title: fill(titles[view.outcome.reason], { n: Math.abs(playerPoints - opponentPoints), who: playerName }),
    lead: fill(phrases[`verdict_${board.end_why}`], {
      most: Math.max(playerPoints, opponentPoints),
      least: Math.min(playerPoints, opponentPoints),
    }),
  };
}

/**
 * Return the screen-reader text of a spell card: its level, its phase and its points; or, if the seat has not learned
 * it, how many tokens of its price the seat has and the points that each level would add. `note` is the visible note.
 */
export function cardText(
  words: GameWords,
  view: View,
  board: Board,
  seat: number,
  spell: string,
  note: string,
): string {
  const phrases = words.table;
  const card = learnedCard(view, seat, spell);
  const sentences: string[] = [capitalised(card ? fill(phrases.at_level, { n: card.level }) : phrases.not_learned)];
  sentences.push(words.kinds[words.spells[spell].phase]);
  if (card) sentences.push(points(words, board.players[seat].points[spell]));
  else {
    const { have, of: needed, adds } = board.players[seat].plan[spell];
    sentences.push(fill(phrases.have, { n: have, of: needed }));
    for (const level of LEVELS.toReversed())
      sentences.push(fill(phrases.adds_at, { n: level, gain: gain(words, atLevel(adds, level)) }));
  }
  const distinct = new Set([...sentences, note].filter(Boolean));
  return `${[...distinct].join('. ')}.`;
}

/** Return the short note on a spell card: what the player can do with the spell, or else its level or its phase. */
export function cardNote(words: GameWords, view: View, seat: number, spell: string, options: SpellOption[]): string {
  const phrases = words.table;
  const firstOption = options.at(0);
  if (firstOption?.learnOption) return phrases.can_learn;
  if (firstOption) return firstOption.actions[0].do === 'raise' ? phrases.can_raise : phrases.can_use;
  const card = learnedCard(view, seat, spell);
  if (card?.learnedToday) return phrases.fresh;
  if (card) return fill(phrases.at_level, { n: card.level });
  const phase = words.spells[spell].phase;
  return phase === 'none' ? phrases.passive : words.phases[phase];
}
