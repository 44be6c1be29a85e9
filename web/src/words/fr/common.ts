/** The French texts that all pages use. */
import type { common as english } from '../en/common';

export const common: typeof english = {
  language: 'Français',
  otherLanguage: 'English',
  close: 'Fermer',
  copy: 'Copier',
  copied: 'Copié',
  share: 'Envoyer',
  menu: 'Menu',
  shelf: 'Étagère',
  rules: 'Règles',
  undo: 'Annuler',
  redo: 'Rétablir',
  log: 'Journal',
  colon: (label: string, text: string) => `${label} : ${text}`,
  and: 'et',
  you: 'vous',
  yourTurn: 'À vous',
  emptyChair: 'Chaise libre',
  levels: { apprentice: 'Apprenti', adept: 'Adepte', master: 'Maître', archmage: 'Archimage' },
};
