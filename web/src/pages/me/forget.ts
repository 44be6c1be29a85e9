/** Removes the data of a person from this browser. */
import { marks } from '../../state/marks.svelte';
import { applySettings, settings } from '../../state/settings.svelte';
import { clearStorage } from '../../state/tables';
import { push } from '../../notifications/push.svelte';

/**
 * Remove what this browser stores about its person: name, seats, progress and notifications. Language, theme and other
 * preferences stay.
 */
export async function forgetPerson(): Promise<void> {
  await push.disable().catch(() => null); // if this fails, the other data still has to be removed
  settings.name = '';
  applySettings();
  marks.clear();
  clearStorage();
}
