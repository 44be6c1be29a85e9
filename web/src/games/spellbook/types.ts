// Made by web/make_types.py from src/sortilege/games/spellbook: change it there.

/** An action object: a verb and its arguments. `seat` is null if a solo player copies an unlearned spell. */
export interface Action {
  do: 'skip' | 'stop' | 'act' | 'use' | 'copy' | 'take' | 'discard' | 'store' | 'give' | 'recall' | 'sweep' | 'offer' | 'place' | 'pay' | 'draw' | 'wild' | 'learn' | 'raise' | 'lineup' | 'first';
  action?: 'take' | 'draw' | 'store' | 'learn';
  spell?: string;
  level?: number;
  branch?: 'store' | 'take';
  token?: string;
  rune?: string;
  seat?: number | null;
}

/** A position in JSON: a seat is about to choose an action, or the game is over. */
export interface Position {
  game: string;
  seats: number;
  options: Record<string, any>;
  spells: string[];
  first: number;
  day: number;
  turn: Day;
  end_by: number | null;
  altar: string;
  discard: string;
  players: Player[];
  opponent: Opponent | null;
}

/** The seat whose Day it is, its phase, and the number of Morning actions left. */
export interface Day {
  seat: number;
  phase: 'morning' | 'midday' | 'evening' | 'night' | 'setup' | 'over';
  mornings: number;
}

/** A seat's pool and Familiar board as token strings, and its book of learned spells. */
export interface Player {
  pool: string;
  board: string;
  book: Record<string, string>;
}

/** The tokens on the solo opponent's track and in its lower area. */
export interface Opponent {
  track: string;
  lower: string;
}

/** All that a seat may know. `now` is the present Day; `turn` is the same for the seat to decide. */
export interface View {
  game: string;
  seats: number;
  options: Record<string, any>;
  you: number | null;
  spells: string[];
  first: number;
  day: number;
  now: Day;
  turn: Day | null;
  decides: number | null;
  asks: Prompt | null;
  doing: Action | null;
  copying: Action | null;
  learning: Learning | null;
  end_by: number | null;
  altar: string;
  discard: string;
  pouch: string;
  spent: string;
  players: Player[];
  opponent: ScoringOpponent | null;
  scores: number[];
  half_done: PartialAction;
  legal: Action[];
  log: Record<string, any>[];
  outcome: Record<string, any> | null;
}

/** What the table waits for: a step, how many picks of it are left, which tokens are allowed and where they go. `given` is the token already given in a swap. */
export interface Prompt {
  step: string;
  left: number;
  rune: string | null;
  colour: string | null;
  to: string | null;
  given?: string;
}

/** The spell being paid for, and how many units of its price are left. */
export interface Learning {
  spell: string;
  level: number;
  owed: number;
  placed: string | null;
  wild: string | null;
  wild_owed: number;
  transmuting: Transmuting | null;
}

/** The wilds that Transmutation still allows, and their rune. */
export interface Transmuting {
  wilds: number;
  rune: string;
}

/** The solo opponent's tokens and points. */
export interface ScoringOpponent {
  track: string;
  lower: string;
  points: number;
}

/** The action in progress as raw engine cells, for programs that restore a state from a view. */
export interface PartialAction {
  cells: number[];
  steps: number[];
  laid: number[];
  got: number[];
}

/** Everything that a client needs to draw a view. */
export interface Board {
  picks: TokenPick[];
  learnable: LearnOption[];
  proposal: Action[];
  waste: Waste | null;
  spaces: Spaces;
  worth: Worth;
  players: SeatBoard[];
  opponent: Schedule | null;
  end_why: 'board' | 'book' | 'track' | null;
  last_day: boolean;
}

/** A token that can be picked now: its zone, the actions that pick it, and the zone or card it goes to. */
export interface TokenPick {
  zone: 'altar' | 'pool' | 'board' | 'spent';
  token: string;
  steps: Action[];
  to: string | null;
}

/** A spell that can be learned now: its price in own tokens and wilds, points added, actions up to the payment. */
export interface LearnOption {
  spell: string;
  level: number;
  own: number;
  wilds: number;
  adds: number;
  steps: Action[];
}

/** What skipping or stopping now would lose: a number of tokens, or points. */
export interface Waste {
  what: 'draw' | 'take' | 'store' | 'learn';
  n?: number;
  adds?: number;
  spell?: string;
  level?: number;
}

/** The number of spaces to draw for each zone of tokens. */
export interface Spaces {
  altar: number;
  pool: number;
}

/** Printed points: of a board by the number of stored tokens, and of each spell in play at levels 3, 4 and 5 (0 if they depend on the table; `varies` lists these levels). */
export interface Worth {
  familiar: number[];
  spells: Record<string, number[]>;
  varies: Record<string, number[]>;
}

/** The points of a seat's board and learned spells, and the outlook of every spell in play. */
export interface SeatBoard {
  points: Record<string, number>;
  plan: Record<string, SpellOutlook>;
}

/** What a seat could do with a spell: `have` tokens of its colour `of` those needed, `reach` units payable with wilds, and the points that levels 3, 4 and 5 would add now. */
export interface SpellOutlook {
  have: number;
  of: number;
  reach: number;
  adds: number[];
}

/** The solo opponent's track: Days left, points by number of tokens, points after the next one, refresh spaces. */
export interface Schedule {
  left: number;
  values: number[];
  next: number;
  refresh: number[];
}

/** An action and its consequences; `of` is the seat whose Day it is, `scores` the points gained by seat. */
export interface Line {
  do: 'skip' | 'stop' | 'act' | 'use' | 'copy' | 'take' | 'discard' | 'store' | 'give' | 'recall' | 'sweep' | 'offer' | 'place' | 'pay' | 'draw' | 'wild' | 'learn' | 'raise' | 'lineup' | 'first';
  action?: 'take' | 'draw' | 'store' | 'learn';
  spell?: string;
  level?: number;
  branch?: 'store' | 'take';
  token?: string;
  rune?: string;
  seat?: number | null;
  by: number | null;
  day: number;
  of: number;
  phase: 'morning' | 'midday' | 'evening' | 'night' | 'setup' | 'over';
  doing?: Action;
  copying?: Action;
  to?: string;
  mirage?: boolean;
  given?: string;
  refilled?: number;
  moves?: Move[];
  wiped?: boolean;
  learned?: Learned;
  levels?: LevelChange;
  scores?: Record<string, number>;
  triggered?: Trigger;
  begins?: Beginning;
  ended?: Ending;
}

/** A token that moved from one zone to another. */
export interface Move {
  from: string;
  token: string;
  to: string;
}

/** A spell that was learned, with its level and the rune of its token. */
export interface Learned {
  seat: number;
  spell: string;
  level: number;
  rune: string;
}

/** A learned spell whose level changed. */
export interface LevelChange {
  from: number;
  seat: number;
  spell: string;
  to: number;
}

/** The seat that triggered the end, by a full board or a full book. */
export interface Trigger {
  seat: number;
  by: 'board' | 'book';
}

/** The phase that begins, with its seat and Day. */
export interface Beginning {
  seat: number;
  day: number;
  phase: 'morning' | 'midday' | 'evening' | 'night' | 'setup' | 'over';
}

/** The outcome of the game, with the solo opponent's points. */
export interface Ending {
  winners: number[];
  scores: number[];
  reason: string;
  opponent: number | null;
}
