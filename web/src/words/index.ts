/** The texts of the user interface in the language of the page: t().undo. */
import { settings } from '../state/settings.svelte';
import { en, type Words } from './en';
import { fr } from './fr';
import { fillPlaces } from './names';

const tables = { en, fr };

export const t = (): Words => tables[settings.language];

/** Join names with "and" in the language of the page. */
export function together(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${t().and} ${names.at(-1)}`;
}

/** A sentence with two forms, chosen by {n}. */
export interface Counted {
  one: string;
  many: string;
}

/** The places of a sentence that are filled with names of people. */
const PEOPLE = ['who', 'whom', 'owner'];

/** Fill the {places} of a game's sentence. French uses the singular for 0, and elides before a name: d’Ada. */
export function fill(sentence: string | Counted | undefined, places: Record<string, string | number>): string {
  const single = places.n === 1 || (places.n === 0 && settings.language === 'fr');
  const text = typeof sentence === 'object' ? (single ? sentence.one : sentence.many) : (sentence ?? '');
  return fillPlaces(
    text,
    (place) => (place in places ? String(places[place]) : undefined),
    (place) => PEOPLE.includes(place),
  );
}
