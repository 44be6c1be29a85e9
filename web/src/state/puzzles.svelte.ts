/** The puzzles of each game, and which of them the person has solved. */
import { api } from '../api/api';
import { marks } from './marks.svelte';
import type { PuzzleCard, PuzzleList } from '../api/wire';
import { startingAfter } from './rotation';

/** The number that is stored for a puzzle if the person has looked at its solution. */
const SHOWN = 1;
/** The number that is stored for a puzzle if the person has solved it. */
export const SOLVED = 2;

class PuzzleSets {
  private lists: Record<string, PuzzleList> = $state.raw({});

  /** Load the puzzles of a game, once. */
  async load(game: string): Promise<void> {
    if (this.lists[game]) return;
    const list = await api.puzzles(game);
    this.lists = { ...this.lists, [game]: list };
  }

  /** Return the list of a game's puzzles; null if it has not been loaded. */
  listOf(game: string): PuzzleList | null {
    return this.lists[game] ?? null;
  }
  all(game: string): PuzzleCard[] {
    return this.listOf(game)?.puzzles ?? [];
  }

  isSolved(game: string, id: string): boolean {
    return marks.value(markOf(game, id)) >= SOLVED;
  }
  /** Whether the person has solved a puzzle or looked at its solution. */
  isSeen(game: string, id: string): boolean {
    return marks.has(markOf(game, id));
  }
  /** Record that a puzzle is finished. The person has either solved it or looked at its solution. */
  finish(game: string, id: string, solved: boolean): void {
    marks.add(markOf(game, id), solved ? SOLVED : SHOWN);
  }
  /** Return how many puzzles of a game the person has solved. */
  count(game: string): number {
    return this.all(game).filter((puzzle) => this.isSolved(game, puzzle.id)).length;
  }

  /** Return the first unsolved puzzle after `current`, or else before it; undefined if all are solved. */
  next(game: string, current?: string): PuzzleCard | undefined {
    const isNext = (puzzle: PuzzleCard) => puzzle.id !== current && !this.isSolved(game, puzzle.id);
    return startingAfter(this.all(game), current).find(isNext);
  }
}

/** Return the item under which the progress in a puzzle is stored, such as "puzzle/spell/12": see marks.svelte.ts. */
const markOf = (game: string, id: string) => `puzzle/${game}/${id}`;
export const puzzlePath = (game: string, id: string) => `/puzzles/${game}/${id}`;
export const puzzleSets = new PuzzleSets();
