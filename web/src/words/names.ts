/** Names in sentences: in French "de" and "que" lose their e before some, d’Ada but de Bruno. The server does the same
 *  (src/sortilege/core/words.py). */
import { settings } from '../state/settings.svelte';

const VOWELS = 'aeiouœæ';

/** Before a vowel, the y of Yves and the h of Hugo, though not that of Harry: what begins with Ha is mostly not French. */
export function elides(name: string): boolean {
  const [first = '', second = ''] = name.normalize('NFD').toLowerCase();
  if (first === 'y') return /\p{L}/u.test(second) && !VOWELS.includes(second);
  if (first === 'h') return second !== 'a' && second !== '' && `${VOWELS}y`.includes(second);
  return first !== '' && VOWELS.includes(first);
}

/** A place for a name, with the small word before it that may lose its e: "de {0}", "que {who}". */
const PLACE = /(?:(?<!\p{L})([Dd]e|[Qq]ue) )?\{(\w+)\}/gu;

/** Fills the places of a sentence: `value` answers what stands in one, undefined to leave it; `person` whether that is a name. */
export function putIn(
  sentence: string,
  value: (place: string) => string | undefined,
  person: (place: string) => boolean,
): string {
  return sentence.replace(PLACE, (whole, word: string | undefined, place: string) => {
    const found = value(place);
    if (found === undefined) return whole;
    if (!word) return found;
    return person(place) && settings.language === 'fr' && elides(found)
      ? `${word.slice(0, -1)}’${found}`
      : `${word} ${found}`;
  });
}
