/** The lessons of each game, and which of them the person has finished. */
import { marks } from './marks.svelte';
import { gameList } from './shelf.svelte';
import type { LessonCard } from '../api/wire';
import { startingAfter } from './rotation';

/** Return the item under which a finished lesson is stored, such as "lesson/spell/first": see marks.svelte.ts. */
const markOf = (game: string, lesson: string) => `lesson/${game}/${lesson}`;

class Progress {
  /** Whether a lesson is finished. */
  has(game: string, lesson: string): boolean {
    return marks.has(markOf(game, lesson));
  }

  finish(game: string, lesson: string): void {
    marks.add(markOf(game, lesson));
  }

  /** Return how many lessons of a game the person has finished. */
  count(game: string): number {
    return lessons(game).filter((lesson) => this.has(game, lesson.id)).length;
  }

  /** Return the first unfinished lesson after `current`, or else before it; undefined if all are finished. */
  next(game: string, current?: string): LessonCard | undefined {
    const isNext = (lesson: LessonCard) => lesson.id !== current && !this.has(game, lesson.id);
    return startingAfter(lessons(game), current).find(isNext);
  }
}

/** Return the lessons of a game, in the order in which they should be learned. */
export const lessons = (game: string): LessonCard[] => gameList.find(game)?.lessons ?? [];
export const lessonPath = (game: string, lesson: string) => `/learn/${game}/${lesson}`;
export const progress = new Progress();
