/** The texts of the user interface in the language of the page: t().undo. */
import { settings } from '../state/settings.svelte';
import { en, type Words } from './en';
import { fr } from './fr';
import { fillPlaces } from './names';

const tables = { en, fr };

/** Return all texts in the language of the page. */
export const t = (): Words => tables[settings.language];

/** Join names with "and" in the language of the page. */
export function together(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${t().and} ${names.at(-1)}`;
}

/** A sentence in the singular and the plural. The number in its place {n} decides between them. */
export interface Counted {
  one: string;
  many: string;
}

/** The places of a sentence that are filled with names of people, so that French may elide before them. */
const PEOPLE = ['who', 'whom', 'owner'];

/**
 * Fill the {places} of a game's sentence; return '' if the game does not have the sentence. A `Counted` sentence is in
 * the singular if `places.n` is 1, in French also if it is 0. French elides "de" and "que" before a name: d’Ada.
 */
export function fill(sentence: string | Counted | undefined, places: Record<string, string | number>): string {
  const single = places.n === 1 || (places.n === 0 && settings.language === 'fr');
  const text = typeof sentence === 'object' ? (single ? sentence.one : sentence.many) : (sentence ?? '');
  return fillPlaces(
    text,
    (place) => (place in places ? String(places[place]) : undefined),
    (place) => PEOPLE.includes(place),
  );
}
