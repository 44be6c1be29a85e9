/**
 * The service worker. It shows push notices and opens the table when a notice is clicked. It caches nothing and
 * handles no requests, so without it everything but push works the same.
 */
import { isTableVisible, noticeOf, tabOf } from './notice';

/** The parts of the service worker API used here; the DOM types of the project do not include them. */
interface Tab {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Worker {
  clients: {
    matchAll(which: object): Promise<Tab[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listen: (event: never) => void): void;
}
const worker = self as unknown as Worker; // this file runs as a service worker, not in a window
const tabs = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

worker.addEventListener('install', (event: Extendable) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event: Extendable) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('push', (event: Extendable & { data: { text(): string } | null }) => {
  event.waitUntil(show(event.data?.text() ?? ''));
});

/** Show a push message as a notice, unless the user already sees its table. Tell every tab that it has arrived. */
async function show(text: string): Promise<void> {
  const notice = noticeOf(text);
  const open = await tabs();
  for (const tab of open) tab.postMessage({ type: 'notice', tag: notice.tag });
  if (isTableVisible(notice, open)) return;
  await worker.registration.showNotification(notice.title, { body: notice.text, tag: notice.tag, data: notice.link });
}

worker.addEventListener(
  'notificationclick',
  (event: Extendable & { notification: { data: string; close(): void } }) => {
    event.notification.close();
    event.waitUntil(
      tabs().then((open) => {
        const tab = tabOf(event.notification.data, open);
        return tab ? tab.focus() : worker.clients.openWindow(event.notification.data);
      }),
    );
  },
);
