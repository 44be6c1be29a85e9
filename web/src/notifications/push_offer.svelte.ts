/**
 * The question whether to notify the player of their turns. It is asked in the action bar after the player's first
 * move in a slow game, while others are waited for. The browser asks for permission only after the player agreed.
 */
import { settings } from '../state/settings.svelte';
import type { Snapshot } from '../api/wire';
import { t } from '../words';
import { push } from './push.svelte';
import { isSlow } from './slow_game';

export class PushOffer {
  /** Whether the question is shown. */
  open = $state(false);
  /** The message after the player agreed, shown until it is their turn. */
  result = $state('');
  private considered = false;

  /** Consider asking, after the player made a move at this table. */
  afterMove(snapshot: Snapshot): void {
    if (this.considered || settings.noticesPutOff || !isSlow(snapshot)) return;
    this.considered = true;
    void push
      .load()
      .then(() => (this.open = push.supported && !push.enabled && !push.denied))
      .catch(() => null);
  }
  async accept(): Promise<void> {
    this.open = false;
    try {
      this.result = (await push.enable()) ? t().notices.begun : t().notices.denied;
    } catch {
      this.result = t().notices.failed;
    }
  }
  dismiss(): void {
    settings.noticesPutOff = true;
    this.open = false;
  }
}
