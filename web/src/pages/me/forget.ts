/** Removing a person from this browser. */
import { marks } from '../../state/marks.svelte';
import { keepSettings, settings } from '../../state/settings.svelte';
import { forgetEverything } from '../../state/tables';
import { push } from '../../notifications/push.svelte';

/** Remove what this browser stores of its person: name, seats, marks, notices. Language, theme and the like stay. */
export async function forgetPerson(): Promise<void> {
  await push.end().catch(() => null);
  settings.name = '';
  keepSettings();
  marks.clear();
  forgetEverything();
}
