/** The lessons that were finished in this browser, and the next one. */
import { marks } from './marks.svelte';
import { shelf } from './shelf.svelte';
import type { LessonCard } from '../api/wire';
import { startingAfter } from './rotation';

/** Return the item under which a finished lesson is stored in `marks`. */
const markOf = (game: string, lesson: string) => `lesson/${game}/${lesson}`;

class Progress {
  /** Whether a lesson is finished. */
  has(game: string, lesson: string): boolean {
    return marks.has(markOf(game, lesson));
  }

  finish(game: string, lesson: string): void {
    marks.add(markOf(game, lesson));
  }

  /** Return how many lessons of a game are finished. */
  count(game: string): number {
    return lessons(game).filter((lesson) => this.has(game, lesson.id)).length;
  }

  /** Return the first unfinished lesson after `current`. At the end of the list the search goes on at its start. */
  next(game: string, current?: string): LessonCard | undefined {
    const unfinished = (lesson: LessonCard) => lesson.id !== current && !this.has(game, lesson.id);
    return startingAfter(lessons(game), current).find(unfinished);
  }
}

/** Return the lessons of a game, in the order of the course. */
export const lessons = (game: string): LessonCard[] => shelf.find(game)?.lessons ?? [];
export const lessonPath = (game: string, lesson: string) => `/learn/${game}/${lesson}`;
export const progress = new Progress();
