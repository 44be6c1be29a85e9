/**
 * The service worker: it shows push notices, and opens the table of a notice on a click. It caches nothing and handles
 * no requests, so without it everything except push works.
 */
import { isTableVisible, noticeOf, tabOf } from './notice';

/** A browser tab. This and the next types describe parts of the service worker API, which is not in the DOM types. */
interface Tab {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface ServiceWorker {
  clients: {
    matchAll(options: object): Promise<Tab[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: never) => void): void;
}
const worker = self as unknown as ServiceWorker; // this file runs as a service worker, not in a window
const findTabs = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

worker.addEventListener('install', (event: ExtendableEvent) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event: ExtendableEvent) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('push', (event: ExtendableEvent & { data: { text(): string } | null }) => {
  event.waitUntil(show(event.data?.text() ?? ''));
});

/** Show a push message as a notice, unless the user already sees its table. Report its arrival to all open tabs. */
async function show(text: string): Promise<void> {
  const notice = noticeOf(text);
  const tabs = await findTabs();
  for (const tab of tabs) tab.postMessage({ type: 'notice', tag: notice.tag });
  if (isTableVisible(notice, tabs)) return;
  await worker.registration.showNotification(notice.title, { body: notice.text, tag: notice.tag, data: notice.link });
}

worker.addEventListener(
  'notificationclick',
  (event: ExtendableEvent & { notification: { data: string; close(): void } }) => {
    event.notification.close();
    event.waitUntil(openPage(event.notification.data));
  },
);

/** Switch to the tab that shows the page of a link. If there is none, open the page in a new tab. */
async function openPage(link: string): Promise<void> {
  const tab = tabOf(link, await findTabs());
  if (tab) await tab.focus();
  else await worker.clients.openWindow(link);
}
