/** The English texts that all pages use. */
import type { Level } from '../../api/wire';

export const common = {
  language: 'English',
  otherLanguage: 'Français',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  share: 'Share',
  menu: 'Menu',
  shelf: 'Shelf',
  rules: 'Rules',
  undo: 'Undo',
  redo: 'Redo',
  log: 'Log',
  colon: (label: string, text: string) => `${label}: ${text}`,
  and: 'and',
  you: 'you',
  yourTurn: 'Your turn',
  emptyChair: 'Empty chair',
  levels: { apprentice: 'Apprentice', adept: 'Adept', master: 'Master', archmage: 'Archmage' } satisfies Record<
    Level,
    string
  >,
};
