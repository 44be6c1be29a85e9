/** Push notices: their content, and the browser tabs that show their table. */

/** The content of a push notice. */
export interface Notice {
  title: string;
  text: string;
  /** The URL to open, on this server. */
  link: string;
  /** Notices with the same tag replace each other. */
  tag: string;
}

interface Tab {
  url: string;
  visibilityState: string;
}

/**
 * Parse the JSON of a push message. A message that cannot be parsed, or that links to another site, gets a link to the
 * page "My games".
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

const path = (url: string) => new URL(url).pathname;

/** Return the tab that shows the page of a link. */
export const tabOf = <T extends Tab>(link: string, tabs: T[]): T | undefined =>
  tabs.find((tab) => path(tab.url) === path(link));

/** Whether the user sees the table of this notice in a tab. False for a test notice, which is always shown. */
export function isTableVisible(notice: Notice, tabs: Tab[]): boolean {
  if (notice.tag === 'test') return false;
  return tabs.some((tab) => tab.visibilityState === 'visible' && path(tab.url) === path(notice.link));
}
