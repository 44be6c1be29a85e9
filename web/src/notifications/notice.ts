/** The content of a push notice, and the tabs that show its table. */
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
 * Parse the text of a push message. A message that cannot be read, or that links to another site, leads to "My
 * games".
 */
export function noticeOf(text: string, origin = self.location.origin): Notice {
  let read: Partial<Notice> = {};
  try {
    read = JSON.parse(text) ?? {};
  } catch {
    // the defaults below apply
  }
  const link = new URL(typeof read.link === 'string' ? read.link : '/me', origin);
  return {
    title: read.title || 'Sortilege',
    text: read.text ?? '',
    link: link.origin === origin ? link.href : `${origin}/me`,
    tag: read.tag || 'sortilege',
  };
}

const path = (url: string) => new URL(url).pathname;

/** Return the tab that shows the page of a link. */
export const tabOf = <T extends Tab>(link: string, tabs: T[]): T | undefined =>
  tabs.find((tab) => path(tab.url) === path(link));

/** Whether a tab that shows the table of this notice is visible. Always false for a test notice. */
export function isTableVisible(notice: Notice, tabs: Tab[]): boolean {
  return (
    notice.tag !== 'test' &&
    tabs.some((tab) => tab.visibilityState === 'visible' && path(tab.url) === path(notice.link))
  );
}
