/** Which pieces of a board an action is pressed with, and which part of the board it is about. Every game may say so in
 *  games/<game>/pieces.ts; it knows where its pieces lie and no rule. */
import type { Action } from '../api/wire';

export interface Pieces {
  /** Selectors of the pieces to press for an action; `then` are the steps that follow it, for a gesture of several. */
  pieces(action: Action, then: Action[]): string[];
  /** The part of the board it is about. */
  area(action: Action): string;
}

const all = import.meta.glob<Pieces>('../games/*/pieces.ts', { eager: true });
export const piecesOf = (game: string): Pieces | undefined => all[`../games/${game}/pieces.ts`];

/** The legal actions that a piece is pressed for. */
export function actionsOf(game: string, piece: Element, legal: Action[]): Action[] {
  const known = piecesOf(game);
  if (!known) return [];
  return legal.filter((action) => known.pieces(action, []).some((selector) => piece.closest(selector)));
}
