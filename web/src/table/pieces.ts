/**
 * Finds the pieces on which an action is played, and the area of the board it concerns. A game may define both in
 * games/<game>/pieces.ts, without repeating any rules.
 */
import type { Action } from '../api/wire';

export interface Pieces {
  /** Return CSS selectors of the pieces to click for an action. `then` are the actions that the same move plays after it. */
  pieces(action: Action, then: Action[]): string[];
  /** Return a CSS selector of the area of the board that an action concerns. */
  area(action: Action): string;
}

const modules = import.meta.glob<Pieces>('../games/*/pieces.ts', { eager: true });

/** Return the pieces of a game, if it defines them. */
export const piecesOf = (game: string): Pieces | undefined => modules[`../games/${game}/pieces.ts`];

/** Return the legal actions that clicking a piece can play. */
export function actionsOf(game: string, piece: Element, legal: Action[]): Action[] {
  const pieces = piecesOf(game);
  if (!pieces) return [];
  const isPlayedBy = (action: Action) => pieces.pieces(action, []).some((selector) => piece.closest(selector));
  return legal.filter(isPlayedBy);
}
