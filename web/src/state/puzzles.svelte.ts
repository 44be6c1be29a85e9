/** The puzzles of each game, and which of them are done: 1 if the solution was shown, 2 if solved. */
import { api } from '../api/api';
import { marks } from './marks.svelte';
import type { PuzzleCard, PuzzleList } from '../api/wire';

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
    return marks.value(mark(game, id)) >= SOLVED;
  }
  /** Whether the puzzle was solved, or its solution shown. */
  isSeen(game: string, id: string): boolean {
    return marks.has(mark(game, id));
  }
  finish(game: string, id: string, solved: boolean): void {
    marks.add(mark(game, id), solved ? SOLVED : SHOWN);
  }
  count(game: string): number {
    return this.all(game).filter((puzzle) => this.isSolved(game, puzzle.id)).length;
  }

  /** Return the next unsolved puzzle, searching from the one after `after` and then from the start. */
  next(game: string, after?: string): PuzzleCard | undefined {
    const all = this.all(game);
    const from = all.findIndex((puzzle) => puzzle.id === after) + 1;
    return [...all.slice(from), ...all.slice(0, from)].find(
      (puzzle) => puzzle.id !== after && !this.isSolved(game, puzzle.id),
    );
  }
}

const mark = (game: string, id: string) => `puzzle/${game}/${id}`;
export const puzzlePath = (game: string, id: string) => `/puzzles/${game}/${id}`;
export const puzzleSets = new PuzzleSets();
