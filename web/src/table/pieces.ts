/**
 * Finds the pieces on which an action is played, and the area of the board it concerns. A game may define both in
 * games/<game>/pieces.ts, without repeating any rules.
 */
import type { Action } from '../api/wire';

export interface Pieces {
  /** Return the selectors of the pieces to click for an action; `then` are the steps that follow it in a gesture. */
  pieces(action: Action, then: Action[]): string[];
  /** Return the selector of the area that an action concerns. */
  area(action: Action): string;
}

const all = import.meta.glob<Pieces>('../games/*/pieces.ts', { eager: true });
/** Return the pieces of a game, if it defines them. */
export const piecesOf = (game: string): Pieces | undefined => all[`../games/${game}/pieces.ts`];

/** Return the legal actions that clicking a piece can play. */
export function actionsOf(game: string, piece: Element, legal: Action[]): Action[] {
  const known = piecesOf(game);
  if (!known) return [];
  return legal.filter((action) => known.pieces(action, []).some((selector) => piece.closest(selector)));
}
