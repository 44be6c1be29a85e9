/** A lesson as a table: what to do now, and why the last press was not it. */
import { api } from '../../api/api';
import type { Action, LessonPage, Text } from '../../api/wire';
import { Practice, type Answer } from '../../table/models/practice.svelte';
import LessonPanel from './LessonPanel.svelte';

export class LessonModel extends Practice {
  /** What the server said last; the board may still be on its way there. */
  page: LessonPage | null = $state.raw(null);
  /** Why the last press was not it. */
  answer: Text | null = $state.raw(null);

  constructor(
    readonly game: string,
    readonly lesson: string,
  ) {
    super();
  }

  get panel() {
    return this.page && LessonPanel;
  }

  get done(): boolean {
    return this.page?.done ?? false;
  }

  protected async send(acts: Action[]): Promise<Answer> {
    const page = await api.lesson(this.game, this.lesson, acts);
    this.page = page;
    this.answer = page.answer;
    return page;
  }
}
