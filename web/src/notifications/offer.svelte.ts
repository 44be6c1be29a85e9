/** After the first move of a slow game, and never before: shall we tell you when it is your turn? It is asked where nothing is played
 *  with: in the bar, while others are waited for. The browser's own question comes only when this one was answered with yes. */
import { settings } from '../state/settings.svelte';
import type { Snapshot } from '../api/wire';
import { t } from '../words';
import { push } from './push.svelte';
import { isSlow } from './slow_game';

export class Offer {
  /** Whether the question is open. */
  open = $state(false);
  /** What came of a yes, until it is one's turn again. */
  news = $state('');
  private asked = false;

  /** They have made a move at this table. */
  consider(snapshot: Snapshot): void {
    if (this.asked || settings.noticesPutOff || !isSlow(snapshot)) return;
    this.asked = true;
    void push
      .load()
      .then(() => (this.open = push.possible && !push.on && !push.barred))
      .catch(() => null);
  }
  async yes(): Promise<void> {
    this.open = false;
    try {
      this.news = (await push.begin()) ? t().notices.begun : t().notices.denied;
    } catch {
      this.news = t().notices.failed;
    }
  }
  no(): void {
    settings.noticesPutOff = true;
    this.open = false;
  }
}
