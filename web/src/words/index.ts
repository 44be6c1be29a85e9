/** The house's words in the language of the page: t().undo. */
import { settings } from '../app/settings.svelte';
import { en, type Words } from './en';
import { fr } from './fr';

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

/** Names before which French says d’ for de: a vowel, a silent h, a y that is sounded as one. */
const ELIDES = /^(?:[aeiouhœæ]|y[^aeiou])/;
const softly = (name: string) => ELIDES.test(name.normalize('NFD').toLowerCase());

/** A game's sentence with its {places} filled in. French counts nothing as one, and says “d’Ada”. */
export function fill(sentence: string | Counted | undefined, places: Record<string, string | number>): string {
  const french = settings.language === 'fr';
  const single = places.n === 1 || (places.n === 0 && french);
  const text = typeof sentence === 'object' ? (single ? sentence.one : sentence.many) : (sentence ?? '');
  const elided = french ? text.replace(/\b([Dd])e \{(\w+)\}/g, (whole, d, name) => (softly(String(places[name] ?? '')) ? `${d}’{${name}}` : whole)) : text;
  return elided.replace(/\{(\w+)\}/g, (whole, name) => (name in places ? String(places[name]) : whole));
}
