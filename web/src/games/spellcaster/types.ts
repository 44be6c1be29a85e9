// Made by web/make_types.py from src/sortilege/games/spellcaster: change it there.

/** A verb, and what it is done with: a card, the pile of a colour, a branch of a text, a seat. */
export interface Action {
  do: 'draw' | 'pass' | 'pay' | 'decline' | 'stop' | 'choose' | 'target' | 'first' | 'play' | 'activate' | 'trigger' | 'discard' | 'recover' | 'card' | 'steal';
  card?: string;
  colour?: string;
  option?: number;
  seat?: number;
}

/** A table where a mage is about to take an action, or where the game is over. `deck` is null where it holds every card that lies nowhere else. */
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

/** Whose turn it is and how far it has come. */
export interface TurnPosition {
  seat: number;
  cycle: number;
  step: string;
  left: number;
  used: string[];
  last: boolean;
}

/** All that a seat may know. `hands` has its own cards, and of the others how many; piles go from bottom to top, each card with the side it faces: "R01/1". */
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

/** Who must answer what. */
export interface Turn {
  seat: number;
  asks: string;
}

/** The text being carried out: whose it is, what it borrows, and where in it the table is. */
export interface Resolving {
  card: string;
  copied: string | null;
  at: number;
  back: number;
  times: number;
  served: number;
}

/** What is asked, of whom, and what the answers would bring, in the language of effects. */
export interface Pending {
  asks: string;
  seat?: number;
  count?: number;
  why?: string;
  does?: string;
  effects?: string[];
  price?: Price;
}

/** So much energy (E) or so many sapphires (S). */
export interface Price {
  kind: string;
  n: number;
}

/** An action and what followed; `set` names the cards played with. The verb `turn` is that of what is left of a line cut where a turn begins. */
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

/** What followed, with only the keys it needs: `card` whose text acts, `begins` when that text starts (for `seat`), `copied` the card it borrows, crystals won and lost by side, `actions` won, `turn` when a mage's turn begins, `last` when the deck ran short. */
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

/** A card that goes `from` one place `to` another: deck, discard, hand0 … hand3 or a pile's letter, with the side it then `faces`, and `bottom` if it was buried. `card` is null where its face is hidden. */
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

/** What only helps to draw a view. */
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

/** What an activation would bring at once, by side, and whether it wins. */
export interface Stroke {
  energy: number[];
  sapphires: number[];
  wins: boolean;
}

/** As many crystals as a gauge has places for: the energy of the start, the sapphires that win. */
export interface Scale {
  energy: number;
  sapphires: number;
}

/** words.toml in one language, of which no more is declared, and the words of the card sets. */
export interface AllWords {
  sets: Record<string, SetWords>;
}

/** A set as clients get it: its title, a note, the notice of a stand-in, the cards, and a sentence for every part of a text. */
export interface SetWords {
  title: string;
  note: string;
  standin: string;
  cards: Record<string, CardWords>;
  effects: Record<string, string>;
}

/** A card as people read it; `multi` on those with a star, for three and four mages. */
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

/** A gain or loss: whose, how many, of what. `per` says what the number is counted by (`@rhand`, `@col`, or the cards `discarded`), `plus` how many more; `maybe` that it depends on an answer or a condition. */
export interface Sign {
  whose: 'own' | 'rival';
  n: number;
  what: 'energy' | 'sapphire' | 'ward' | 'action' | 'card';
  per?: string;
  plus?: number;
  maybe?: boolean;
}
