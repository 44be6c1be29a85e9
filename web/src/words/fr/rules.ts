/** The French texts of the rule book. */
import type { rules as english } from '../en/rules';

export const rules: typeof english = {
  book: {
    title: (game) => `Les règles de ${game}`,
    search: 'Chercher dans les règles',
    short: 'En bref',
    chapters: 'Chapitres',
    rule: (id) => `Règle ${id}`,
    noRule: 'Ce jeu n’a pas de telle règle.',
    english: 'Le registre des règles numérotées est en anglais.',
    speaks: 'Racontée dans :',
    ledger: 'Règles numérotées',
    all: (n) => `Toutes les règles numérotées (${n})`,
    more: (n) => `${n} de plus : cherchez plus précisément.`,
    found: (chapters, rules) =>
      `Trouvé dans ${chapters > 1 ? `${chapters} chapitres` : `${chapters} chapitre`} et ${rules > 1 ? `${rules} règles numérotées` : `${rules} règle numérotée`}.`,
  },
};
