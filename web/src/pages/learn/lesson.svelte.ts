/** The table model of a lesson: the real board of the game, with a panel above it that says what to do. */
import { api } from '../../api/api';
import type { Action, LessonPage, Text } from '../../api/wire';
import { PracticeTable, type PracticeResult } from '../../table/models/practice.svelte';
import LessonPanel from './LessonPanel.svelte';

export class LessonModel extends PracticeTable {
  /** The latest response of the server; the board may still be animating towards it. */
  page: LessonPage | null = $state.raw(null);
  /** Why the last action was wrong; null if it was right. */
  correction: Text | null = $state.raw(null);

  constructor(
    readonly game: string,
    readonly lesson: string,
  ) {
    super();
  }

  get panel() {
    return this.page && LessonPanel;
  }

  get isFinished(): boolean {
    return this.page?.done ?? false;
  }

  protected async send(actions: Action[]): Promise<PracticeResult> {
    const page = await api.lesson(this.game, this.lesson, actions);
    this.page = page;
    this.correction = page.answer;
    return page;
  }
}
