/** Removing a person from this browser. */
import { marks } from '../../state/marks.svelte';
import { applySettings, settings } from '../../state/settings.svelte';
import { clearStorage } from '../../state/tables';
import { push } from '../../notifications/push.svelte';

/**
 * Remove what this browser stores about its person: name, seats, marks and notifications. Language, theme and other
 * preferences stay.
 */
export async function forgetPerson(): Promise<void> {
  await push.disable().catch(() => null); // offline, the channel is removed with the device
  settings.name = '';
  applySettings();
  marks.clear();
  clearStorage();
}
