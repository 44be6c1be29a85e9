// Made by web/make_types.py from src/sortilege/games/abracada: change it there.

/** End the turn and refill the hand. */
export interface End {
  do: 'end';
}

/** Call a spell that one hopes to hold. */
export interface Call {
  do: 'call';
  spell: number;
}

/** The seat that starts. */
export interface First {
  do: 'first';
  seat: number;
}

/** The spell of the next stone, dealt to a hand or turned up on the board. */
export interface Stone {
  do: 'stone';
  spell: number;
}

/** The slot of the stone that leaves, if several match the call. */
export interface Lift {
  do: 'lift';
  slot: number;
}

/** The result of the die. */
export interface Roll {
  do: 'roll';
  die: number;
}

/** The spell of the secret stone that the owl brings. */
export interface Secret {
  do: 'secret';
  spell: number;
}

/** A table where a seat is about to call, or where the game is over. */
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

/** All options with their values. */
export interface AbracadaOptions {
  variant: 'standard' | 'last';
  easy: boolean;
  low_call: 'refuse' | 'penalty';
  die: number[];
  first: number | 'random';
}

/** The seat that is about to call. */
export interface Caller {
  seat: number;
  last: number;
}

/** Everything a seat may know. */
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

/** A seat called a spell. */
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

/** How a round ended, with all stones, which are then open. */
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

/** A seat ended its turn. */
export interface EndLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  by: number;
  do: 'end';
  round: number;
}

/** The starting seat was drawn. */
export interface FirstLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  by: null;
  do: 'first';
  seat: number;
  round: number;
}

/** A stone was dealt to a hand or turned up on the board. */
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

/** The die was rolled for a dragon or a dream. */
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

/** Chance chose which of several equal stones left. No viewer sees this line. */
export interface LiftLine {
  life?: Record<string, number>;
  ended?: RoundEnd;
  by: null;
  do: 'lift';
  slot: number;
  round: number;
  amends?: Amendment;
}

/** The effects of a call, added when chance has chosen which of several equal stones left. */
export interface Amendment {
  life?: Record<string, number>;
  ended?: RoundEnd;
  slot: number;
  id: number;
}

/** The result of a finished game. */
export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

/** Extra data for drawing a view. */
export interface Board {
  box: Box;
  places: ('you' | 'left' | 'right' | 'both' | 'across' | 'out' | 'watched')[];
  unseen: number[];
  too_low: number[];
  ask: 'first' | 'any' | 'upward' | 'again';
}

/** The numbers of components and the points that end the game. */
export interface Box {
  lives: number;
  hand: number;
  secrets: number;
  summit: number;
}

export type Action = End | Call | First | Stone | Lift | Roll | Secret;

export type Line = CallLine | EndLine | FirstLine | StoneLine | RollLine | SecretLine | LiftLine;
