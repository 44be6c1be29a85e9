/** The lessons that were finished in this browser, and the next one. */
import { marks } from './marks.svelte';
import { shelf } from './shelf.svelte';
import type { LessonCard } from '../api/wire';

const mark = (game: string, lesson: string) => `lesson/${game}/${lesson}`;

class Progress {
  has(game: string, lesson: string): boolean {
    return marks.has(mark(game, lesson));
  }

  finish(game: string, lesson: string): void {
    marks.add(mark(game, lesson));
  }

  /** Return how many lessons of a game are finished. */
  count(game: string): number {
    return lessons(game).filter((lesson) => this.has(game, lesson.id)).length;
  }

  /** Return the next unfinished lesson, searching from the one after `after` and then from the start. */
  next(game: string, after?: string): LessonCard | undefined {
    const all = lessons(game);
    const from = all.findIndex((lesson) => lesson.id === after) + 1;
    return [...all.slice(from), ...all.slice(0, from)].find(
      (lesson) => lesson.id !== after && !this.has(game, lesson.id),
    );
  }
}

export const lessons = (game: string): LessonCard[] => shelf.find(game)?.lessons ?? [];
export const lessonPath = (game: string, lesson: string) => `/learn/${game}/${lesson}`;
export const progress = new Progress();
