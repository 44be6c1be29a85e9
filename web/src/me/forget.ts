/** Removing a person from this browser. */
import { marks } from '../app/marks.svelte';
import { keepSettings, settings } from '../app/settings.svelte';
import { forgetEverything } from '../app/tables';
import { push } from '../notices/push.svelte';

/** Remove what this browser stores of its person: name, seats, marks, notices. Language, theme and the like stay. */
export async function forgetPerson(): Promise<void> {
  await push.end().catch(() => null);
  settings.name = '';
  keepSettings();
  marks.clear();
  forgetEverything();
}
