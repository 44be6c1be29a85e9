/** The texts of the user interface in the language of the page. For example, t().undo is "Undo" or "Annuler". */
import { settings } from '../state/settings.svelte';
import { en, type Words } from './en';
import { fr } from './fr';
import { fillPlaces } from './names';

const wordsByLanguage = { en, fr };

/** Return the texts of the user interface in the language of the page. */
export const t = (): Words => wordsByLanguage[settings.language];

/** Join names with commas and "and", in the language of the page: "Ada, Bruno and Cleo". */
export function together(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${t().and} ${names.at(-1)}`;
}

/** A sentence in its singular and plural form, such as "{n} coin" and "{n} coins". */
export interface Counted {
  one: string;
  many: string;
}

/** The placeholders that stand for names of people. Before a name, French may shorten a word (see `fillPlaces`). */
const NAME_PLACEHOLDERS = ['who', 'whom', 'owner'];

/**
 * Replace the placeholders in a sentence of a game, such as {who}, by values. `values.n` decides whether a `Counted`
 * sentence is in the singular or plural. Return '' if the game does not have the sentence.
 */
export function fill(sentence: string | Counted | undefined, values: Record<string, string | number>): string {
  if (sentence === undefined) return '';
  const text = typeof sentence === 'string' ? sentence : pluralForm(sentence, values.n);
  const valueOf = (placeholder: string) => (placeholder in values ? String(values[placeholder]) : undefined);
  const isName = (placeholder: string) => NAME_PLACEHOLDERS.includes(placeholder);
  return fillPlaces(text, valueOf, isName);
}

/** Return the form of a sentence for a number. French uses the singular also for 0. */
function pluralForm(sentence: Counted, number: string | number): string {
  const isSingular = number === 1 || (number === 0 && settings.language === 'fr');
  return isSingular ? sentence.one : sentence.many;
}
