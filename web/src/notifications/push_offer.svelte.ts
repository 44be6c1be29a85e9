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
  /** A sentence that says whether notifications were enabled; '' before the player accepts the offer. */
  result = $state('');
  /** Whether this object has already decided whether to show the offer. It does so only once. */
  private decided = false;

  /** Call this after the player has made a move. It shows the offer if the game is slow and push is possible. */
  async afterMove(snapshot: Snapshot): Promise<void> {
    if (this.decided || settings.pushOfferDismissed || !isSlow(snapshot)) return;
    this.decided = true;
    try {
      await push.load();
    } catch {
      return; // the next game can make the offer
    }
    this.open = push.supported && !push.enabled && !push.denied;
  }

  /** Enable notifications, and hide the offer. */
  async accept(): Promise<void> {
    this.open = false;
    try {
      this.result = (await push.enable()) ? t().notices.begun : t().notices.denied;
    } catch {
      this.result = t().notices.failed;
    }
  }

  /** Hide the offer. It is never shown again in this browser. */
  dismiss(): void {
    settings.pushOfferDismissed = true;
    this.open = false;
  }
}
