/** What a board tells its frame. */
import type { Snippet } from 'svelte';
import type { Action, Line } from '../app/wire';

/** A button of the action bar. */
export interface Choice {
  /** A verb with its object: “Store black Square”. */
  label: string;
  icon?: string;
  /** main: completes what you began (gold); lit: you may (outline); plain: put back, close, look. */
  kind?: 'main' | 'lit' | 'plain';
  /** What to play, or what to do on the page. */
  action?: Action;
  run?: () => void;
  /** What pressing it now would throw away ("Zed is formed: 2 points"): the bar says so and asks once. */
  warn?: string;
  /** The key that presses it: 'e' on what ends, skips or stops. */
  key?: string;
}

/** What the table itself asks or offers in place of the question: whether to throw something away, how to take a turn back. */
export interface Asking {
  head: string;
  tail?: string;
  choices: Choice[];
}

/** Explains the current selection, or the board when nothing is chosen. */
export interface Hint {
  title: string;
  text: string;
}

export interface FrameProps {
  /** The second line of the bar: "Round 3 · Wren leads the tower with 5". */
  subtitle: string;
  /** The seat whose decision is awaited; null between decisions and at the end. */
  turn: number | null;
  /** What is asked of you, and what it costs or brings. Shown only while you may act. */
  ask: string;
  cost?: string;
  /** Said under the name of whoever is waited for: what just happened. */
  meanwhile?: string;
  /** The buttons of the action bar, shown only while you may act. */
  choices?: Choice[];
  /** Why a press did nothing, in one line; empty otherwise. Shown in place of the question. */
  nudge?: string;
  /** The score on a seat's plate. */
  points?: (seat: number) => number | string;
  /** One line under the name; without it the frame says who plays there. */
  note?: (seat: number) => string;
  /** More of a seat's plate, below the note. Also shown in the sheet of the seat. */
  plate?: Snippet<[number]>;
  /** The left zone below the plates; on a phone a sheet of this title. */
  aside?: Snippet;
  asideTitle?: string;
  asideIcon?: string;
  hint?: Hint | null;
  /** More of the hint panel, below its text. */
  hintMore?: Snippet;
  /** The symbol of a log line; without one it is the sigil of whoever acted. */
  icon?: (line: Line) => string | undefined;
  /** How to play, in a sheet. */
  help?: Snippet;
  /** The name of the practice aid, where the game has one. */
  aidName?: string;
  /** Those who win are one team: they win together rather than share a victory. */
  teams?: boolean;
  /** The heading of the last page and what stands below it, where winners alone do not say it: a solo game lost, by how much, why. */
  verdict?: { title: string; lead?: string };
  /** What the page at the end tells beyond winners and scores. */
  ending?: Snippet;
  /** Escape was pressed: put the selection back. */
  onescape?: () => void;
  /** The leather. */
  children: Snippet;
}
