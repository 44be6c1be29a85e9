/** The puzzles of each game, and which of them the person has solved or looked up. */
import { api } from '../api/api';
import { marks } from './marks.svelte';
import type { PuzzleCard, PuzzleList } from '../api/wire';
import { startingAfter } from './rotation';

/** The values of a puzzle's mark: its solution was shown, or the person solved it. */
const SHOWN = 1;
export const SOLVED = 2;

class PuzzleSets {
  private lists: Record<string, PuzzleList> = $state.raw({});

  /** Load the puzzles of a game, once. */
  async load(game: string): Promise<void> {
    if (this.lists[game]) return;
    const list = await api.puzzles(game);
    this.lists = { ...this.lists, [game]: list };
  }

  /** Return the loaded puzzles of a game; null if they are not loaded. */
  listOf(game: string): PuzzleList | null {
    return this.lists[game] ?? null;
  }
  all(game: string): PuzzleCard[] {
    return this.listOf(game)?.puzzles ?? [];
  }

  isSolved(game: string, id: string): boolean {
    return marks.value(markOf(game, id)) >= SOLVED;
  }
  /** Whether the puzzle was solved, or its solution shown. */
  isSeen(game: string, id: string): boolean {
    return marks.has(markOf(game, id));
  }
  /** Record that a puzzle is finished: the person solved it, or was shown the solution. */
  finish(game: string, id: string, solved: boolean): void {
    marks.add(markOf(game, id), solved ? SOLVED : SHOWN);
  }
  /** Return how many puzzles of a game are solved. */
  count(game: string): number {
    return this.all(game).filter((puzzle) => this.isSolved(game, puzzle.id)).length;
  }

  /** Return the first unsolved puzzle after `current`. At the end of the list the search goes on at its start. */
  next(game: string, current?: string): PuzzleCard | undefined {
    const unsolved = (puzzle: PuzzleCard) => puzzle.id !== current && !this.isSolved(game, puzzle.id);
    return startingAfter(this.all(game), current).find(unsolved);
  }
}

/** Return the item under which a puzzle is stored in `marks`. */
const markOf = (game: string, id: string) => `puzzle/${game}/${id}`;
export const puzzlePath = (game: string, id: string) => `/puzzles/${game}/${id}`;
export const puzzleSets = new PuzzleSets();
