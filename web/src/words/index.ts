/** The house's words in the language of the page: t().undo. */
import { settings } from '../state/settings.svelte';
import { en, type Words } from './en';
import { fr } from './fr';
import { putIn } from './names';

const tables = { en, fr };

export const t = (): Words => tables[settings.language];

/** Several names with the language's own "and". */
export function together(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${t().and} ${names.at(-1)}`;
}

/** A sentence that changes with its {n}. */
export interface Counted {
  one: string;
  many: string;
}

/** The places of a sentence that are for people. */
const PEOPLE = ['who', 'whom', 'owner'];

/** A game's sentence with its {places} filled in. French counts nothing as one, and says d’Ada. */
export function fill(sentence: string | Counted | undefined, places: Record<string, string | number>): string {
  const single = places.n === 1 || (places.n === 0 && settings.language === 'fr');
  const text = typeof sentence === 'object' ? (single ? sentence.one : sentence.many) : (sentence ?? '');
  return putIn(
    text,
    (place) => (place in places ? String(places[place]) : undefined),
    (place) => PEOPLE.includes(place),
  );
}
