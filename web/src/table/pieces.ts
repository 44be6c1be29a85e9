/**
 * Finds the elements of a board (pieces) that a player clicks to play an action, and the area of the board that the
 * action concerns. Hints and outcomes use them. A game may define both in games/<game>/pieces.ts.
 */
import type { Action } from '../api/wire';

export interface Pieces {
  /** Return the CSS selectors of the pieces that play an action, and then the actions in `then`, when clicked. */
  pieces(action: Action, then: Action[]): string[];
  /** Return the CSS selector of the area of the board that an action concerns. */
  area(action: Action): string;
}

const modules = import.meta.glob<Pieces>('../games/*/pieces.ts', { eager: true });

/** Return the functions that a game defines in its pieces.ts; undefined if it has no such file. */
export const piecesOf = (game: string): Pieces | undefined => modules[`../games/${game}/pieces.ts`];

/** Return the legal actions that a click on a piece can play; [] if the game has no pieces.ts. */
export function actionsOf(game: string, piece: Element, legal: Action[]): Action[] {
  const pieces = piecesOf(game);
  if (!pieces) return [];
  const isPlayedBy = (action: Action) => pieces.pieces(action, []).some((selector) => piece.closest(selector));
  return legal.filter(isPlayedBy);
}
