// Made by web/make_types.py from src/sortilege/games/spellbook: change it there.

/** A verb with what it needs. `seat` is null where a solo player copies. */
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

/** A table where a seat is about to choose an action, or where the game is over. */
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

/** Whose Day it is, its phase, and the Morning actions left. */
export interface Day {
  seat: number;
  phase: 'morning' | 'midday' | 'evening' | 'night' | 'setup' | 'over';
  mornings: number;
}

/** A seat's place at the table: zones of tokens, and the book. */
export interface Player {
  pool: string;
  board: string;
  book: Record<string, string>;
}

/** What lies on the solo opponent's board. */
export interface Opponent {
  track: string;
  lower: string;
}

/** All that a seat may know. `now` is the Day under way, `turn` the same for the seat to decide, `decides`. */
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

/** What the table waits for: a step, how many of it are left, which tokens it speaks of, where they go, and the token that was given where its other half is prompt for. */
export interface Prompt {
  step: string;
  left: number;
  rune: string | null;
  colour: string | null;
  to: string | null;
  given?: string;
}

/** The spell being paid for, and what is still owed of it. */
export interface Learning {
  spell: string;
  level: number;
  owed: number;
  placed: string | null;
  wild: string | null;
  wild_owed: number;
  transmuting: Transmuting | null;
}

/** The wilds Transmutation still grants, and their rune. */
export interface Transmuting {
  wilds: number;
  rune: string;
}

/** The solo opponent's board and its points. */
export interface ScoringOpponent {
  track: string;
  lower: string;
  points: number;
}

/** The action under way as the engine keeps it, for programs that want to play on from a view. */
export interface PartialAction {
  cells: number[];
  steps: number[];
  laid: number[];
  got: number[];
}

/** What only helps to draw. */
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

/** A token that could be picked now: the zone it lies in, the steps that takes, and the zone or card it goes to. */
export interface TokenPick {
  zone: 'altar' | 'pool' | 'board' | 'spent';
  token: string;
  steps: Action[];
  to: string | null;
}

/** A spell that could be learned now, how many tokens of the colour and how many wilds that takes, what it adds, and its steps up to the payment. */
export interface LearnOption {
  spell: string;
  level: number;
  own: number;
  wilds: number;
  adds: number;
  steps: Action[];
}

/** What skipping or stopping now would clearly throw away: so many tokens, or points. */
export interface Waste {
  what: 'draw' | 'take' | 'store' | 'learn';
  n?: number;
  adds?: number;
  spell?: string;
  level?: number;
}

/** How many tokens a zone has places for. */
export interface Spaces {
  altar: number;
  pool: number;
}

/** Points by stored tokens, and of each spell in play at levels 3, 4 and 5 (0 where nothing is printed); `varies` has the levels that are counted only at the end. */
export interface Worth {
  familiar: number[];
  spells: Record<string, number[]>;
  varies: Record<string, number[]>;
}

/** What a seat's board and each of its learned spells are worth now, and its plans for all of them. */
export interface SeatBoard {
  points: Record<string, number>;
  plan: Record<string, SpellOutlook>;
}

/** What a seat could make of a spell: the tokens of its colour it has, of how many that is told, what a payment could come to with wilds, and what levels 3, 4 and 5 would add to the score as the table lies. */
export interface SpellOutlook {
  have: number;
  of: number;
  reach: number;
  adds: number[];
}

/** The solo opponent's track: Days until it is full, its points by stored tokens, those of the next one, and the spaces that renew the altar. */
export interface Schedule {
  left: number;
  values: number[];
  next: number;
  refresh: number[];
}

/** An action and what it did; `of` is the seat whose Day it is, `scores` has points by seat or under "opponent". */
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

/** A token that changed its place. */
export interface Move {
  from: string;
  token: string;
  to: string;
}

/** A spell learned, and the rune of the token on it. */
export interface Learned {
  seat: number;
  spell: string;
  level: number;
  rune: string;
}

/** A level gone up or down. */
export interface LevelChange {
  from: number;
  seat: number;
  spell: string;
  to: number;
}

/** Who brought on the end, by a full board or a full book. */
export interface Trigger {
  seat: number;
  by: 'board' | 'book';
}

/** The phase that begins, and whose Day it is. */
export interface Beginning {
  seat: number;
  day: number;
  phase: 'morning' | 'midday' | 'evening' | 'night' | 'setup' | 'over';
}

/** The outcome, with the solo opponent's points. */
export interface Ending {
  winners: number[];
  scores: number[];
  reason: string;
  opponent: number | null;
}
