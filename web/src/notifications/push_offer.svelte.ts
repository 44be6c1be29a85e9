/**
 * The offer to notify the player when it is their turn. It is made in the action bar after the player's first move in a
 * slow game, while the others play. The browser asks for permission only after the player has accepted the offer.
 */
import { settings } from '../state/settings.svelte';
import type { Snapshot } from '../api/wire';
import { t } from '../words';
import { push } from './push.svelte';
import { isSlow } from './slow_game';

export class PushOffer {
  /** Whether the offer is shown. */
  open = $state(false);
  /** Whether notifications could be enabled, as a sentence that is shown until it is the player's turn. */
  result = $state('');
  private considered = false;

  /** Make the offer if it is useful, after the player has made a move. It is considered once per page. */
  async afterMove(snapshot: Snapshot): Promise<void> {
    if (this.considered || settings.noticesPutOff || !isSlow(snapshot)) return;
    this.considered = true;
    try {
      await push.load();
    } catch {
      return; // the offer can wait for another game
    }
    this.open = push.supported && !push.enabled && !push.denied;
  }

  async accept(): Promise<void> {
    this.open = false;
    try {
      this.result = (await push.enable()) ? t().notices.begun : t().notices.denied;
    } catch {
      this.result = t().notices.failed;
    }
  }

  /** Hide the offer, and never make it again in this browser. */
  dismiss(): void {
    settings.noticesPutOff = true;
    this.open = false;
  }
}
