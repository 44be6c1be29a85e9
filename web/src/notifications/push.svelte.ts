/** Push notifications in this browser: checks whether they are supported and enabled, enables and disables them. */
import { api } from '../api/api';
import { me } from '../state/me.svelte';
import { settings } from '../state/settings.svelte';
import type { NotificationChannels } from '../api/wire';

const WORKER_PATH = '/sw.js';
const STORAGE_KEY = 'sortilege-push';
/** The time to wait for the arrival of a test notice. */
const TEST_TIMEOUT_MS = 20_000;

class Push {
  /** The person's notification channels; null before they are loaded. */
  channels: NotificationChannels | null = $state.raw(null);
  /** The id of the notification channel to this browser; '' if there is none. */
  ownId: string = $state(localStorage.getItem(STORAGE_KEY) ?? '');

  /** Whether the server and this browser both support push. Browsers support it only on HTTPS pages. */
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
  /** Whether the user has denied the permission. They can change this only in the settings of the browser. */
  get denied(): boolean {
    return 'Notification' in self && Notification.permission === 'denied';
  }

  /** Whether push needs the page on the home screen of the device. This is so on an iPhone or iPad. */
  get needsHomeScreen(): boolean {
    const { standalone } = navigator as { standalone?: boolean }; // defined only by Safari on an iPhone or iPad
    const isOpenInSafari = standalone === false;
    return this.hasServerKey && !this.supported && isOpenInSafari;
  }

  /** Load the person's channels and set the language of their notices. Return null if the person is not registered. */
  async load(): Promise<NotificationChannels | null> {
    await me.load();
    this.channels = me.isRegistered ? await api.channels() : null;
    if (this.channels?.ways.some((way) => way.language !== settings.language))
      this.channels = await api.setNoticeLanguage(settings.language);
    return this.channels;
  }

  /** On a click, ask the user for permission and subscribe this browser. Return false if the user has denied it. */
  async enable(): Promise<boolean> {
    await me.register();
    const channels = this.channels ?? (await this.load());
    const key = channels?.push_key;
    if (!key || (await Notification.requestPermission()) !== 'granted') return false;
    await navigator.serviceWorker.register(WORKER_PATH);
    const { pushManager } = await navigator.serviceWorker.ready;
    const oldSubscription = await pushManager.getSubscription(); // with another key, or of another person
    await oldSubscription?.unsubscribe();
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

  /** Unsubscribe this browser, and delete its channel on the server. */
  async disable(): Promise<void> {
    const id = this.ownId;
    this.storeId('');
    const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    const subscription = await worker?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
    if (id && this.channels?.ways.some((way) => way.id === id)) this.channels = await api.removeChannel(null, id);
  }

  private storeId(id: string): void {
    this.ownId = id;
    try {
      localStorage.setItem(STORAGE_KEY, id);
    } catch {
      // push still works, but this page will not know which channel is its own
    }
  }

  /** Wait until a test notice arrives in the service worker. Return false if it does not arrive in time. */
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
