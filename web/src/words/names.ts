/**
 * Fills names into sentences. In French, "de" and "que" are elided (shortened) before a vowel: "d’Ada", "de Bruno". The
 * server does the same in src/sortilege/core/text/words.py.
 */
import { settings } from '../state/settings.svelte';

const VOWELS = 'aeiouœæ';

/**
 * Whether French elides "de" and "que" before a name. It does so before a vowel, the y of Yves and the h of Hugo. It
 * does not before "Ha", because such names are rarely French.
 */
export function elides(name: string): boolean {
  const [first = '', second = ''] = name.normalize('NFD').toLowerCase();
  if (first === 'y') return /\p{L}/u.test(second) && !VOWELS.includes(second);
  if (first === 'h') return second !== 'a' && second !== '' && `${VOWELS}y`.includes(second);
  return first !== '' && VOWELS.includes(first);
}

/** A placeholder, such as "{who}", together with the word "de" or "que" before it, if there is one. */
const PLACEHOLDER = /(?:(?<!\p{L})([Dd]e|[Qq]ue) )?\{(\w+)\}/gu;

/**
 * Replace the placeholders in a sentence, such as {who}. A placeholder stays if `valueOf` returns undefined for it.
 * `isName` returns whether a placeholder stands for a person's name, before which French elides "de" and "que".
 */
export function fillPlaces(
  sentence: string,
  valueOf: (placeholder: string) => string | undefined,
  isName: (placeholder: string) => boolean,
): string {
  return sentence.replace(PLACEHOLDER, (match, word: string | undefined, placeholder: string) => {
    const value = valueOf(placeholder);
    if (value === undefined) return match;
    if (!word) return value;
    const isElided = isName(placeholder) && settings.language === 'fr' && elides(value);
    return isElided ? `${withoutE(word)}’${value}` : `${word} ${value}`;
  });
}

const withoutE = (word: string) => word.slice(0, -1);
