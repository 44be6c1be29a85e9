/** A push notice as it was sent, and the tabs it concerns. */
export interface Notice {
  title: string;
  text: string;
  /** Where it leads, on this very server. */
  link: string;
  /** One table's notices replace each other. */
  tag: string;
}

interface Tab {
  url: string;
  visibilityState: string;
}

/** What a message says; one that cannot be read still leads home. A link to elsewhere is not followed. */
export function noticeOf(text: string, origin = self.location.origin): Notice {
  let read: Partial<Notice> = {};
  try {
    read = JSON.parse(text) ?? {};
  } catch {
    // said below
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

/** The tab that shows what a link leads to. */
export const tabOf = <T extends Tab>(link: string, tabs: T[]): T | undefined =>
  tabs.find((tab) => path(tab.url) === path(link));

/** Whether somebody has the table of this notice before their eyes. A test is always shown. */
export function hasInSight(notice: Notice, tabs: Tab[]): boolean {
  return (
    notice.tag !== 'test' &&
    tabs.some((tab) => tab.visibilityState === 'visible' && path(tab.url) === path(notice.link))
  );
}
