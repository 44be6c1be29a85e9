/** The data of a lesson. The game's own board shows it, below a panel that says what to do. */
import { api } from '../../api/api';
import type { Action, LessonPage, Text } from '../../api/wire';
import { PracticeTable, type PracticeResult } from '../../table/models/practice.svelte';
import LessonPanel from './LessonPanel.svelte';

export class LessonModel extends PracticeTable {
  /** The lesson after the last action, as the server sent it; null before the first response. */
  page: LessonPage | null = $state.raw(null);
  /** The explanation why the player's last action was wrong; null if it was right. */
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
