/** Push notifications in this browser: whether they are supported and enabled, and how to enable and disable them. */
import { api } from '../api/api';
import { me } from '../state/me.svelte';
import { settings } from '../state/settings.svelte';
import type { NotificationChannels } from '../api/wire';

const WORKER = '/sw.js';
const KEY = 'sortilege-push';
/** How long to wait for a test notice that the push service has accepted. */
const TEST_TIMEOUT_MS = 20_000;

class Push {
  /** The person's channels, as last sent by the server; null before they are loaded. */
  channels: NotificationChannels | null = $state.raw(null);
  /** The id of the channel (a way to notify the person) that belongs to this browser; '' if it has none. */
  ownId: string = $state(localStorage.getItem(KEY) ?? '');

  /** Whether both the server and this browser support push. A browser does so only on pages with HTTPS. */
  get supported(): boolean {
    const browserSupports = 'serviceWorker' in navigator && 'PushManager' in self && 'Notification' in self;
    return this.hasServerKey && browserSupports;
  }
  private get hasServerKey(): boolean {
    return !!this.channels?.push_key;
  }
  get enabled(): boolean {
    return !!this.channels?.ways.some((way) => way.id === this.ownId);
  }
  /** Whether the user denied the permission; only the browser's settings can change that. */
  get denied(): boolean {
    return 'Notification' in self && Notification.permission === 'denied';
  }

  /** Whether this is an iPhone or iPad, which supports push only for pages on its home screen. */
  get needsHomeScreen(): boolean {
    const { standalone } = navigator as { standalone?: boolean }; // only Safari on these devices defines it
    return this.hasServerKey && !this.supported && standalone === false;
  }

  /** Load the person's channels, and set their language to that of the page. Null if the person is not registered. */
  async load(): Promise<NotificationChannels | null> {
    await me.load();
    this.channels = me.known ? await api.channels() : null;
    if (this.channels?.ways.some((way) => way.language !== settings.language))
      this.channels = await api.setNoticeLanguage(settings.language);
    return this.channels;
  }

  /** Ask the user for permission and subscribe. Call it on a click only. Return false if the user declined. */
  async enable(): Promise<boolean> {
    await me.register();
    const channels = this.channels ?? (await this.load());
    const key = channels?.push_key;
    if (!key || (await Notification.requestPermission()) !== 'granted') return false;
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe(); // a subscription with another key, or of another person
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    if (!endpoint || !keys) return false; // no browser leaves them out
    const knownIds = new Set(this.channels?.ways.map((way) => way.id));
    this.channels = await api.addChannel(null, {
      kind: 'push',
      address: endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      language: settings.language,
    });
    const ownChannel = this.channels.ways.find((way) => way.kind === 'push' && !knownIds.has(way.id));
    this.storeId(ownChannel?.id ?? '');
    return true;
  }

  /** Unsubscribe this browser. */
  async disable(): Promise<void> {
    const id = this.ownId;
    this.storeId('');
    const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
    if (id && this.channels?.ways.some((way) => way.id === id)) this.channels = await api.removeChannel(null, id);
  }

  private storeId(id: string): void {
    this.ownId = id;
    try {
      localStorage.setItem(KEY, id);
    } catch {
      // push still works, but this page will not know which channel is its own
    }
  }

  /** Wait until the service worker reports that it has received a test notice; return false if it does not in time. */
  waitForTest(): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (arrived: boolean) => {
        clearTimeout(timer);
        navigator.serviceWorker.removeEventListener('message', onMessage);
        resolve(arrived);
      };
      const onMessage = (event: MessageEvent) => {
        if (event.data?.type === 'notice' && event.data.tag === 'test') finish(true);
      };
      const timer = setTimeout(() => finish(false), TEST_TIMEOUT_MS);
      navigator.serviceWorker.addEventListener('message', onMessage);
    });
  }
}

export const push = new Push();
