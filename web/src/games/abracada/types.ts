// Made by web/make_types.py from src/sortilege/games/abracada: change it there.

/** Stop and refill. */
export interface End {
  do: 'end';
}

/** Name a spell one hopes to hold. */
export interface Call {
  do: 'call';
  spell: number;
}

/** Who starts. */
export interface First {
  do: 'first';
  seat: number;
}

/** The next stone, to a hand or to the board. */
export interface Stone {
  do: 'stone';
  spell: number;
}

/** Which of several equal stones leaves. */
export interface Lift {
  do: 'lift';
  slot: number;
}

/** The die. */
export interface Roll {
  do: 'roll';
  die: number;
}

/** What the singer finds. */
export interface Secret {
  do: 'secret';
  spell: number;
}

/** A quiet table: a seat is about to call, or the game is over. */
export interface Position {
  game: 'abracada';
  seats: number;
  options: AbracadaOptions;
  round: number;
  scores: number[];
  life: number[];
  hands: string[];
  board: number[];
  secrets: number;
  taken: string[];
  turn: Caller | null;
  points?: number[];
}

/** Every option with its value. */
export interface AbracadaOptions {
  variant: 'standard' | 'last';
  easy: boolean;
  low_call: 'refuse' | 'penalty';
  die: number[];
  first: number | 'random';
}

/** A seat is about to call. */
export interface Caller {
  seat: number;
  last: number;
}

/** All that a seat may know. */
export interface View {
  game: 'abracada';
  seats: number;
  options: AbracadaOptions;
  you: number | null;
  round: number;
  turn: Caller | null;
  awaits: 'first' | 'deal' | 'show' | 'roll' | 'secret' | 'refill' | 'gather' | null;
  active: number;
  resolving: Resolving | null;
  scores: number[];
  points: number[];
  life: number[];
  hands: string[];
  stones: number[][];
  dealt: number;
  board: number[];
  secrets: number;
  pile: number;
  taken: string[];
  cause: 'running' | 'emptied' | 'kill' | 'self' | 'last';
  next: number | null;
  legal: (End | Call | First | Stone | Lift | Roll | Secret)[];
  log: (CallLine | EndLine | FirstLine | StoneLine | RollLine | SecretLine | LiftLine)[];
  outcome: Outcome | null;
}

/** A call that waits for chance. */
export interface Resolving {
  spell: number;
  hit: boolean;
}

/** A spell was called. */
export interface CallLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  standing: number[];
  hit: boolean | null;
  slot?: number | null;
  id?: number | null;
  by: number;
  do: 'call';
  spell: number;
  round: number;
}

/** How a round ended, and all that then lies open. */
export interface RoundEnd {
  cause: 'running' | 'emptied' | 'kill' | 'self' | 'last';
  by: number;
  fallen: number[];
  points: number[];
  scores: number[];
  hands: string[];
  taken: string[];
  next: number | null;
}

/** A seat stopped. */
export interface EndLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  by: number;
  do: 'end';
  round: number;
}

/** Who starts. */
export interface FirstLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  by: null;
  do: 'first';
  seat: number;
  round: number;
}

/** A stone came to a hand, or to the board. */
export interface StoneLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  to: number | null;
  id?: number;
  by: null;
  do: 'stone';
  spell: number | null;
  round: number;
}

/** The die of a dragon or a dream. */
export interface RollLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  by: null;
  do: 'roll';
  die: number;
  round: number;
  to: number;
  cast: number;
  hit: boolean;
}

/** A secret stone was taken. */
export interface SecretLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  by: null;
  do: 'secret';
  spell: number | null;
  round: number;
  to: number;
  cast: number;
  hit: boolean;
}

/** Which of several equal stones left; nobody sees this line. */
export interface LiftLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  by: null;
  do: 'lift';
  slot: number;
  round: number;
  amends?: Amendment;
}

/** What a call did, once it was known which of several equal stones left. */
export interface Amendment {
  life?: Record<string, number>;
  ended?: RoundEnd;
  slot: number;
  id: number;
}

/** How a game ended. */
export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

/** What only helps to draw a view. */
export interface Board {
  box: Box;
  places: ('you' | 'left' | 'right' | 'both' | 'across' | 'out' | 'watched')[];
  unseen: number[];
  too_low: number[];
  ask: 'first' | 'any' | 'upward' | 'again';
}

/** How much of everything there is. */
export interface Box {
  lives: number;
  hand: number;
  secrets: number;
  summit: number;
}

export type Action = End | Call | First | Stone | Lift | Roll | Secret;

export type Line = CallLine | EndLine | FirstLine | StoneLine | RollLine | SecretLine | LiftLine;
