/** This browser and push: whether it can, whether it does, and how it begins and ends. Nothing here asks for permission but `begin`,
 *  which is called by a press alone. */
import { api } from '../api/api';
import { me } from '../state/me.svelte';
import { settings } from '../state/settings.svelte';
import type { NoticeWays } from '../api/wire';

const WORKER = '/sw.js';
const KEY = 'sortilege-push';
/** As long as a notice that its service took may take to come here. */
const ON_ITS_WAY = 20_000;

class Push {
  /** What the server says about my ways; null before it was asked. */
  now: NoticeWays | null = $state.raw(null);
  /** The way of this browser, as the server calls it. */
  own: string = $state(localStorage.getItem(KEY) ?? '');

  /** Whether this browser and this server can do it; a page without TLS cannot. */
  get possible(): boolean {
    return !!this.now?.push_key && 'serviceWorker' in navigator && 'PushManager' in self && 'Notification' in self;
  }
  get on(): boolean {
    return !!this.now?.ways.some((way) => way.id === this.own);
  }
  /** Somebody said no to the browser itself: only its own settings can change that. */
  get barred(): boolean {
    return 'Notification' in self && Notification.permission === 'denied';
  }

  /** An iPhone or iPad whose browser lets pages push from the home screen alone; there they say whether they stand on it. */
  get wantsHomeScreen(): boolean {
    return !!this.now?.push_key && !this.possible && (navigator as { standalone?: boolean }).standalone === false;
  }

  async load(): Promise<NoticeWays | null> {
    await me.load();
    this.now = me.known ? await api.notices() : null;
    if (this.now?.ways.some((way) => way.language !== settings.language))
      this.now = await api.noticeLanguage(settings.language);
    return this.now;
  }

  /** Asks the browser, which asks its person. False when they said no. */
  async begin(): Promise<boolean> {
    await me.beKnown();
    const key = (this.now ?? (await this.load()))?.push_key;
    if (!key || (await Notification.requestPermission()) !== 'granted') return false;
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe(); // one of another key, or of somebody else
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    const before = new Set(this.now?.ways.map((way) => way.id));
    this.now = await api.addWay(null, {
      kind: 'push',
      address: endpoint!,
      p256dh: keys!.p256dh,
      auth: keys!.auth,
      language: settings.language,
    });
    this.keep(this.now.ways.find((way) => way.kind === 'push' && !before.has(way.id))?.id ?? '');
    return true;
  }

  /** This browser is told nothing more. */
  async end(): Promise<void> {
    const own = this.own;
    this.keep('');
    const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
    if (own && this.now?.ways.some((way) => way.id === own)) this.now = await api.dropWay(null, own);
  }

  private keep(id: string): void {
    this.own = id;
    try {
      localStorage.setItem(KEY, id);
    } catch {
      // it still works; this page will not know which of the ways is its own
    }
  }

  /** Whether the worker of this browser gets a test within a while. */
  arrival(): Promise<boolean> {
    return new Promise((settle) => {
      const end = (came: boolean) => {
        clearTimeout(timer);
        navigator.serviceWorker.removeEventListener('message', hear);
        settle(came);
      };
      const hear = (event: MessageEvent) => event.data?.type === 'notice' && event.data.tag === 'test' && end(true);
      const timer = setTimeout(() => end(false), ON_ITS_WAY);
      navigator.serviceWorker.addEventListener('message', hear);
    });
  }
}

export const push = new Push();
