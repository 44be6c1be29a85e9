// Made by web/make_types.py from src/sortilege/games/spellcaster: change it there.

/** A verb with its arguments: a card, the colour of a pile, the number of a branch, or a seat. */
export interface Action {
  do: 'draw' | 'pass' | 'pay' | 'decline' | 'stop' | 'choose' | 'target' | 'first' | 'play' | 'activate' | 'trigger' | 'discard' | 'recover' | 'card' | 'steal';
  card?: string;
  colour?: string;
  option?: number;
  seat?: number;
}

/** A table where a mage is about to take an action, or where the game is over. `deck` is null if it holds every card that is not listed elsewhere. */
export interface Position {
  game: string;
  seats: number;
  options: Record<string, any>;
  energy: number[];
  sapphires: number[];
  ward: number[];
  hands: string[][];
  piles: Record<string, string[]>;
  discard: string[];
  deck: string[] | null;
  turn: TurnPosition;
}

/** The active seat and the progress of its turn. */
export interface TurnPosition {
  seat: number;
  cycle: number;
  step: string;
  left: number;
  used: string[];
  last: boolean;
}

/** Everything a seat may know. `hands` has its own cards and the number of cards of the others. Piles are listed from bottom to top, each card with the side it faces: "R01/1". */
export interface View {
  known: string[][];
  either: Either[];
  game: string;
  seats: number;
  options: Record<string, any>;
  you: number | null;
  turn: Turn | null;
  active: number | null;
  cycle: number;
  step: string;
  left: number;
  used: string[];
  last: boolean;
  energy: number[];
  sapphires: number[];
  ward: number[];
  hands: (string[] | number)[];
  deck: number;
  out: string[];
  piles: Record<string, string[]>;
  discard: string[];
  waiting: string[];
  resolving: Resolving | null;
  pending: Pending | null;
  scores: number[];
  legal: Action[];
  log: Line[];
  outcome: Record<string, any> | null;
}

/** A card that is in one of several hands. */
export interface Either {
  card: string;
  hands: number[];
}

/** The seat that must decide, and what it is asked for. */
export interface Turn {
  seat: number;
  asks: string;
}

/** The text being carried out: its card, the card it copies, the next step, and the values needed to continue. */
export interface Resolving {
  card: string;
  copied: string | null;
  at: number;
  back: number;
  times: number;
  served: number;
}

/** What the table waits for, from which seat, and the effects of the possible responses in the effect language. */
export interface Pending {
  asks: string;
  seat?: number;
  count?: number;
  why?: string;
  does?: string;
  effects?: string[];
  price?: Price;
}

/** A price in energy (E) or sapphires (S). */
export interface Price {
  kind: string;
  n: number;
}

/** An action and its effects; `set` is the name of the card set. The verb `turn` marks the second part of a line that was split where a turn begins. */
export interface Line {
  from?: number;
  to?: number;
  why?: string;
  target?: string;
  effect?: string;
  by: number | null;
  do: 'draw' | 'pass' | 'pay' | 'decline' | 'stop' | 'choose' | 'target' | 'first' | 'play' | 'activate' | 'trigger' | 'discard' | 'recover' | 'card' | 'steal' | 'turn';
  card?: string | null;
  colour?: string;
  option?: number;
  seat?: number;
  set: string;
  seats: number;
  events: Event[];
  ended?: Ended;
}

/** One effect, with only the keys it needs: `card` whose text causes it, `begins` if that text starts (for `seat`), `copied` the card whose text is copied, crystal changes by side, `actions` gained, `turn` if a turn begins, `last` if the deck ran short. */
export interface Event {
  energy?: Record<string, number>;
  sapphires?: Record<string, number>;
  ward?: Record<string, number>;
  moves?: Move[];
  turn?: number;
  actions?: number;
  last?: boolean;
  copied?: string;
  begins?: 'enchantment' | 'text';
  card?: string;
  seat?: number;
}

/** A card that moved `from` one zone `to` another: "deck", "discard", "hand0" to "hand3" or the letter of a pile. On a pile it has the side it `faces`, and `bottom` if it was buried. `card` is null if it is hidden from the viewer. */
export interface Move {
  from: string;
  card: string | null;
  to: string;
  faces?: number;
  bottom?: boolean;
}

/** How the game ended. */
export interface Ended {
  winners: number[];
  reason: string;
}

/** The extra data for drawing a view. */
export interface Board {
  strokes: Record<string, Stroke>;
  side_of: number[];
  teams: boolean;
  next_rival: number | null;
  scale: Scale;
  fate: 'last' | 'spent' | 'low' | null;
  scarce: boolean[];
  wealthy: boolean[];
  actions: number;
  counted: Record<string, number>;
}

/** The immediate effect of an activation: crystal changes by side, and whether the activating side wins. */
export interface Stroke {
  energy: number[];
  sapphires: number[];
  wins: boolean;
}

/** The full length of the crystal gauges: the starting energy, and the sapphires that win. */
export interface Scale {
  energy: number;
  sapphires: number;
}

/** The words of one language: those of words.toml, whose keys are not declared here, and those of the card sets. */
export interface AllWords {
  sets: Record<string, SetWords>;
}

/** The words of a card set as sent to clients: title, note, a notice if the cards are stand-ins, the cards, and a sentence for every inner text of an effect. */
export interface SetWords {
  title: string;
  note: string;
  standin: string;
  cards: Record<string, CardWords>;
  effects: Record<string, string>;
}

/** The words of a card. `multi` is its text with three and four mages, only on cards with a star. */
export interface CardWords {
  name: string;
  text: string;
  kind: string;
  origin: string;
  ruling: string;
  signs: Sign[];
  multi?: string;
  multi_signs?: Sign[];
}

/** One icon, a gain or loss: whose, how many, of what. `per` names what the number is multiplied by (`@rhand`, `@col`, or the cards `discarded`), `plus` is added to it. With `maybe` it depends on a decision or a condition. */
export interface Sign {
  whose: 'own' | 'rival';
  n: number;
  what: 'energy' | 'sapphire' | 'ward' | 'action' | 'card';
  per?: string;
  plus?: number;
  maybe?: boolean;
}
