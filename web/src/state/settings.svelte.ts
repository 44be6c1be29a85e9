/** The preferences of the person, which are stored in this browser. */
import type { Language, Level } from '../api/wire';

/** How fast the actions of other players are shown: slowly (calm), faster (brisk), or without animations (still). */
export type Pace = 'calm' | 'brisk' | 'still';
export type Theme = 'night' | 'day';

interface Settings {
  language: Language;
  theme: Theme;
  /** The name under which the person plays; '' if they have not chosen one. */
  name: string;
  sound: boolean;
  /** Whether the chat messages of all players are hidden. */
  muted: boolean;
  /** The names of single players whose chat messages are hidden. */
  mutedNames: string[];
  pace: Pace;
  /** The level that was chosen for the last bot. It is the default for the next bot. */
  level: Level;
  /** Whether the person must confirm an action that wastes something, such as the end of a turn with a free action. */
  careful: boolean;
  /** Whether boards highlight what is nearly complete, such as a pattern that needs only one more cell. */
  nearly: boolean;
  /** Whether the page has told the person that a click speeds up the animations. */
  speedTipShown: boolean;
  /** Whether the person has dismissed the offer to enable notifications of their turns. */
  pushOfferDismissed: boolean;
  /** The names of the games that the person knows: their tour was shown, or a game was played to its end. */
  met: string[];
  /** The names of the games whose invitation to the lessons the person has accepted or dismissed. */
  invited: string[];
}

const STORAGE_KEY = 'sortilege';

/** The settings as they are stored. Two of them are stored under other names than in the code. */
type StoredSettings = Omit<Settings, 'speedTipShown' | 'pushOfferDismissed'> & {
  /** The setting `speedTipShown`. */
  hurryTold: boolean;
  /** The setting `pushOfferDismissed`. */
  noticesPutOff: boolean;
};

function readStored(): Partial<StoredSettings> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {}; // without storage the defaults are used
  }
}

const { hurryTold = false, noticesPutOff = false, ...otherStored } = readStored();

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
  speedTipShown: hurryTold,
  pushOfferDismissed: noticesPutOff,
  met: [],
  invited: [],
  ...otherStored,
});

/** Apply the settings to the page and store them. The root component calls this after every change of a setting. */
export function applySettings(): void {
  document.documentElement.lang = settings.language;
  document.documentElement.dataset.pace = settings.pace;
  document.documentElement.dataset.theme = settings.theme === 'day' ? 'light' : 'dark';
  const { speedTipShown, pushOfferDismissed, ...others } = settings;
  const stored: StoredSettings = { ...others, hurryTold: speedTipShown, noticesPutOff: pushOfferDismissed };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // without storage the settings last until the page is closed
  }
}
