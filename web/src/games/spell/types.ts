// Made by web/make_types.py from src/sortilege/games/spell: change it there.

/** An action of a seat or an outcome of chance: a verb, and the keys that this verb needs. */
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

/** A position in JSON: the turn of a side in which it may choose any action, or the end of the game. */
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

/** The actions and levels that the player on turn has used this turn. */
export interface Used {
  mage: boolean;
  upheaves: number;
  special: boolean;
  levels: number[];
}

/** Everything a seat may know, and its legal actions. `arena` is null while it is under construction; its rows have K and P for active tiles, k and p for inactive ones, N for the neutral tile and "." for the hole. `gem` is null until the first player is drawn. `cards` has the shape of each card as rows joined by "/", `names` the names of cards that have one. `standin` is true if the shapes are not those of the printed cards. */
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

/** The seat that decides, and the side for which it does. In solo the player also decides for the script's side. */
export interface Mover {
  seat: number;
  side: 'k' | 'p';
}

/** The arena under construction: tiles and mages by "row,column", counted from the neutral tile. */
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

/** What helps to draw a view. `seats` has the seat of each side, null for the script. `perspective` is the side to which `fits` belongs. `slides` has, by lifted cell and side, the moves of tiles in an upheave. `spells` has, by side and level, the spells that a captured card gives, the strongest first. `special_tiles` lists the sides that own a special tile, `reached` those with `summit` points, which end the game. `last` is true if the game ends with this round, `closes_round` if the round ends with this turn. */
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

/** The placements in which the own cells form a card, completely or with one cell missing. `spent` is true if a card of its level was already claimed this turn. */
export interface Fit {
  whole: string[][];
  near: Near[];
  spent: boolean;
}

/** A placement of a card in which one cell is missing. */
export interface Near {
  cells: string[];
  missing: string;
}

/** An action that changes which cards can be claimed, with the cards that can be claimed after it. */
export interface Forming {
  action: Action;
  runes: string[];
}

/** The letter of the next tile, and the first and the last row and column where a tile may still be laid. */
export interface Laying {
  next: string;
  rows: number[];
  columns: number[];
}

/** What the script will do: what it takes in each round, and, if the turn ended now, the cards that it would take, the action of its mage and the tiles that it could lift. */
export interface Script {
  takes: Take[];
  next: string[];
  mage: ScriptMage | null;
  lift: string[];
}

/** What the script takes at the end of a round: a card of this level and of each lower one; level 0 for no card. */
export interface Take {
  level: number;
  points: number;
}

/** The next action of the script's mage, and the cells that the script allows for it. */
export interface ScriptMage {
  do: string;
  cells: string[];
}

/** A line of the log: an action and its consequences. */
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

/** A figure that moved with its tile. */
export interface Rider {
  from: string;
  figure: string;
  of: 'k' | 'p';
  to: string;
}

/** What a sentence needs to name a card: its name or, if it has none, its level and shape. */
export interface Rune {
  name: string;
  level: number;
  rows: string;
}

/** An action of a player or a step of the script. A step has its rule and, for a lift, the kind of the tile. */
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

/** The turn that begins after an action. */
export interface Begins {
  who: 'k' | 'p';
  seat: number | null;
  round: number;
}

/** The result of the game. */
export interface Ended {
  winner: 'k' | 'p';
  seat: number | null;
  score: Record<'k' | 'p', number>;
  reason: string;
}
