/**
 * Names in French sentences: "de" and "que" lose their e before a vowel (d’Ada, de Bruno). The server does the same
 * in src/sortilege/core/text/words.py.
 */
import { settings } from '../state/settings.svelte';

const VOWELS = 'aeiouœæ';

/**
 * Whether French elides before a name: before a vowel, the y of Yves and the h of Hugo, but not before Ha, since
 * such names are rarely French.
 */
export function elides(name: string): boolean {
  const [first = '', second = ''] = name.normalize('NFD').toLowerCase();
  if (first === 'y') return /\p{L}/u.test(second) && !VOWELS.includes(second);
  if (first === 'h') return second !== 'a' && second !== '' && `${VOWELS}y`.includes(second);
  return first !== '' && VOWELS.includes(first);
}

/** A place for a name, with a preceding "de" or "que" that may be elided: "de {0}", "que {who}". */
const PLACE = /(?:(?<!\p{L})([Dd]e|[Qq]ue) )?\{(\w+)\}/gu;

/**
 * Fill the places of a sentence, such as {0}. `value` returns the text for a place, or undefined to leave the place as
 * it is. `person` returns whether the text is a person's name: before a name, French may elide the "de" or "que".
 */
export function fillPlaces(
  sentence: string,
  value: (place: string) => string | undefined,
  person: (place: string) => boolean,
): string {
  return sentence.replace(PLACE, (whole, word: string | undefined, place: string) => {
    const text = value(place);
    if (text === undefined) return whole;
    if (!word) return text;
    return person(place) && settings.language === 'fr' && elides(text)
      ? `${word.slice(0, -1)}’${text}`
      : `${word} ${text}`;
  });
}
