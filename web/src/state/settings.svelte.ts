/** What this browser remembers of its person: language, theme, name, sound, pace, games it has met. */
import type { Language, Level } from '../api/wire';

export type Theme = 'night' | 'day';
export type Pace = 'calm' | 'brisk' | 'still';

interface Settings {
  language: Language;
  theme: Theme;
  name: string;
  sound: boolean;
  /** The words of others are not shown. */
  muted: boolean;
  /** Nor those of these people, by the names they sit down with. */
  mutedNames: string[];
  pace: Pace;
  /** Of the bots one met last: the level a new one is given. */
  level: Level;
  /** Ask once before something is thrown away: a rune left unclaimed, a free action not taken. */
  careful: boolean;
  /** Mark what lacks little without being asked: runes that need one cell more. */
  nearly: boolean;
  /** It was said that a press hurries the table. */
  hurryTold: boolean;
  /** Being told of one's turn was offered and put off. */
  noticesPutOff: boolean;
  /** Games whose first steps were shown or that were played to the end. */
  met: string[];
  /** Games whose lessons were offered and put off. */
  invited: string[];
}

const KEY = 'sortilege';

function remembered(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {}; // a browser that keeps nothing still plays
  }
}

export const settings: Settings = $state({
  language: navigator.language.startsWith('fr') ? 'fr' : 'en',
  theme: 'night',
  name: '',
  sound: false,
  muted: false,
  mutedNames: [],
  pace: 'calm',
  level: 'apprentice',
  careful: true,
  nearly: true,
  hurryTold: false,
  noticesPutOff: false,
  met: [],
  invited: [],
  ...remembered(),
});

/** Keeps the settings and shows them on the page; called once by the shell, inside its effect. */
export function keepSettings(): void {
  document.documentElement.lang = settings.language;
  document.documentElement.dataset.pace = settings.pace;
  document.documentElement.dataset.theme = settings.theme === 'day' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // nothing is remembered in a private window; nothing else depends on it
  }
}
