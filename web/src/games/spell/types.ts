// Made by web/make_types.py from src/sortilege/games/spell: change it there.

/** What a seat or chance does: a verb, and those of the keys below that belong to it. */
export interface Action {
  from?: string;
  do: string;
  to?: string;
  at?: string;
  lift?: string;
  side?: string;
  level?: number;
  spell?: number;
  card?: string;
  amulet?: string;
}

/** A table at a moment when a turn may be ended, or after the game. */
export interface Position {
  game: string;
  seats: number;
  options: Record<string, any>;
  arena: string[];
  mages: Record<'k' | 'p', string[]>;
  elementals: Record<'k' | 'p', string[]>;
  special: Record<'k' | 'p', string | null>;
  turn: 'k' | 'p' | null;
  round: number;
  gem: 'k' | 'p';
  score: Record<'k' | 'p', number>;
  used: Used;
  runes: Record<string, (string | null)[]>;
  hands: Record<'k' | 'p', string[]>;
  discard: string[];
  amulets: Record<'k' | 'p', string | null>;
}

/** What the player on turn has used. */
export interface Used {
  mage: boolean;
  upheaves: number;
  special: boolean;
  levels: number[];
}

/** All there is to know, and what this seat may do about it. Arena: four rows of K P awake, k p asleep, N neutral and "." for the hole; null while it is being made. Gem: null until it is known who begins. Cards: the shape of each, its rows joined by "/"; names: what they are called, those that have a name; standin: shapes that are not the printed ones. */
export interface View {
  game: string;
  seats: number;
  options: Record<string, any>;
  you: number | null;
  phase: string;
  turn: Mover | null;
  side: 'k' | 'p';
  round: number;
  gem: 'k' | 'p' | null;
  score: Record<'k' | 'p', number>;
  scores: number[];
  arena: string[] | null;
  building: Building | null;
  mages: Record<'k' | 'p', string[]>;
  elementals: Record<'k' | 'p', string[]>;
  reserve: Record<'k' | 'p', number>;
  special: Record<'k' | 'p', string | null>;
  amulets: Record<'k' | 'p', string | null>;
  used: Used;
  target: string | null;
  runes: Record<string, (string | null)[]>;
  piles: Record<string, string[]>;
  hands: Record<'k' | 'p', string[]>;
  discard: string[];
  cards: Record<string, string>;
  names: Record<string, string>;
  standin: boolean;
  legal: Action[];
  log: Record<string, any>[];
  outcome: Outcome | null;
}

/** Who is to decide, and for which side: in solo also for the script's. */
export interface Mover {
  seat: number;
  side: 'k' | 'p';
}

/** The arena in the making, on a grid whose neutral tile is 0,0. */
export interface Building {
  tiles: Record<string, string>;
  mages: Record<'k' | 'p', string[]>;
  laid: number;
}

/** The result of a finished game. */
export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

/** What helps to draw a view. Seats: behind each side, null for the script. Perspective: the side whose cells `fits` speaks of. Slides: by lifted cell and side, which tile would go where. Spells: by side and level what a captured card can be cast as, the strongest first. Special tiles: which sides have one. Rounds, summit: what ends the game, and who reached the summit. Last: the game ends with this round; closes round: the round ends with this turn. */
export interface Board {
  seats: Record<'k' | 'p', number | null>;
  perspective: 'k' | 'p';
  own: Record<'k' | 'p', string[]>;
  fits: Record<string, Fit>;
  slides: Record<string, string[][]>;
  forms: Forming[];
  spells: Record<'k' | 'p', Record<string, string[]>>;
  upheaves: Record<'k' | 'p', number>;
  special_tiles: ('k' | 'p')[];
  rounds: number;
  summit: number;
  reached: ('k' | 'p')[];
  last: boolean;
  closes_round: boolean;
  laying: Laying | null;
  script: Script | null;
}

/** Where one's cells form a card, or nearly; spent: one of its level was claimed already this turn. */
export interface Fit {
  whole: string[][];
  near: Near[];
  spent: boolean;
}

/** A place where one cell is missing. */
export interface Near {
  cells: string[];
  missing: string;
}

/** An action after which other cards could be claimed than now, and which. */
export interface Forming {
  action: Action;
  runes: string[];
}

/** The face the next tile will show, and the first and last row and column that may still hold one. */
export interface Laying {
  next: string;
  rows: number[];
  columns: number[];
}

/** What the script will do: by round what it takes; as the table lies now the cards it would take, what its mage would do, the tiles it would lift. */
export interface Script {
  takes: Take[];
  next: string[];
  mage: ScriptMage | null;
  lift: string[];
}

/** What the script takes when a round ends: a card of this level and of each below it; level 0 for none. */
export interface Take {
  level: number;
  points: number;
}

/** What the script's mage would do, and on which cells: where several are as good, all of them. */
export interface ScriptMage {
  do: string;
  cells: string[];
}

/** A line of the log: what was done, and what came of it. */
export interface Line {
  from?: string;
  do: string;
  to?: string;
  at?: string;
  lift?: string;
  side?: string;
  level?: number;
  spell?: number;
  card?: string;
  amulet?: string;
  rule?: string;
  kind?: string;
  by: number | null;
  who: 'k' | 'p';
  seat: number | null;
  round: number;
  tile?: string;
  laid?: number;
  neutral?: string;
  tiles?: string[][];
  riders?: Rider[];
  was?: string;
  hole?: string;
  rune?: Rune;
  points?: number;
  score?: Record<'k' | 'p', number>;
  place?: string;
  cells?: string[];
  name?: string;
  displaces?: boolean;
  of?: 'k' | 'p';
  elementals?: string[];
  special?: string | null;
  moved?: string | null;
  dealt?: boolean;
  taken?: string[];
  runes?: Rune[];
  script?: Step[];
  begins?: Begins;
  ended?: Ended;
}

/** A figure that went where its tile slid. */
export interface Rider {
  from: string;
  figure: string;
  of: 'k' | 'p';
  to: string;
}

/** A card as a sentence speaks of it: its name, or else its level and shape. */
export interface Rune {
  name: string;
  level: number;
  rows: string;
}

/** Something done, by a player or by the script; then with its rule, and the kind of tile that it lifted. */
export interface Step {
  from?: string;
  do: string;
  to?: string;
  at?: string;
  lift?: string;
  side?: string;
  level?: number;
  spell?: number;
  card?: string;
  amulet?: string;
  rule?: string;
  kind?: string;
}

/** The turn that begins. */
export interface Begins {
  who: 'k' | 'p';
  seat: number | null;
  round: number;
}

/** How the game ended. */
export interface Ended {
  winner: 'k' | 'p';
  seat: number | null;
  score: Record<'k' | 'p', number>;
  reason: string;
}
