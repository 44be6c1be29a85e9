/** Parses push notices, and finds the browser tab that shows the table of a notice. */

/** The content of a push notice. */
export interface Notice {
  title: string;
  text: string;
  /** The URL of this server that a click on the notice opens. */
  link: string;
  /** The browser replaces a shown notice by a new one with the same tag. */
  tag: string;
}

/** A browser tab, as the service worker API describes it. */
interface Tab {
  url: string;
  visibilityState: string;
}

/**
 * Parse the JSON of a push message. If the message has no valid link to this server (`origin`), the notice gets a link
 * to the page "My games".
 */
export function noticeOf(text: string, origin = self.location.origin): Notice {
  let message: Partial<Notice> = {};
  try {
    message = JSON.parse(text) ?? {};
  } catch {
    // the defaults below apply
  }
  const link = new URL(typeof message.link === 'string' ? message.link : '/me', origin);
  return {
    title: message.title || 'Sortilege',
    text: message.text ?? '',
    link: link.origin === origin ? link.href : `${origin}/me`,
    tag: message.tag || 'sortilege',
  };
}

const pathOf = (url: string) => new URL(url).pathname;
const showsPage = (tab: Tab, link: string) => pathOf(tab.url) === pathOf(link);

/** Return a browser tab that shows the page of a link; undefined if there is none. */
export const tabOf = <T extends Tab>(link: string, tabs: T[]): T | undefined =>
  tabs.find((tab) => showsPage(tab, link));

/** Whether the user already sees the table of a notice in a browser tab. A test notice has no table. */
export function isTableVisible(notice: Notice, tabs: Tab[]): boolean {
  if (notice.tag === 'test') return false;
  return tabs.some((tab) => tab.visibilityState === 'visible' && showsPage(tab, notice.link));
}
