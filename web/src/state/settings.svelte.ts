/** The preferences stored in this browser. */
import type { Language, Level } from '../api/wire';

/** How fast the moves of others are shown: `still` without animations. */
export type Pace = 'calm' | 'brisk' | 'still';
export type Theme = 'night' | 'day';

interface Settings {
  language: Language;
  theme: Theme;
  /** The name that the person uses at tables. */
  name: string;
  sound: boolean;
  /** Whether chat messages are hidden. */
  muted: boolean;
  /** The names of the players whose messages are hidden. */
  mutedNames: string[];
  pace: Pace;
  /** The level of the last bot chosen: the default for a new one. */
  level: Level;
  /** Whether to ask for confirmation before something is wasted, such as an unused free action. */
  careful: boolean;
  /** Whether boards mark what is nearly complete, such as a pattern that needs one more cell. */
  nearly: boolean;
  /** Whether the hint was shown that a click speeds up the animations. */
  hurryTold: boolean;
  /** Whether the user dismissed the prompt to enable turn notifications. */
  noticesPutOff: boolean;
  /** The games whose tour was shown, or that were played to the end. */
  met: string[];
  /** The games whose invitation to the lessons was accepted or dismissed. */
  invited: string[];
}

const KEY = 'sortilege';

function readStored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {}; // without storage the defaults are used
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
  ...readStored(),
});

/** Apply the settings to the page and store them. Runs as an effect of the root component: again after every change. */
export function applySettings(): void {
  document.documentElement.lang = settings.language;
  document.documentElement.dataset.pace = settings.pace;
  document.documentElement.dataset.theme = settings.theme === 'day' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // without storage the settings last until the page is closed
  }
}
