/** The person who uses this browser, as the server knows them by a cookie that scripts cannot read. */
import { api } from '../api/api';
import { settings } from './settings.svelte';
import type { AboutMe, Me } from '../api/wire';

class Person {
  /** The person as last sent by the server; null before the first response. */
  person: Me | null = $state.raw(null);
  private request: Promise<Me | null> | null = null;
  private listeners: (() => void)[] = [];

  get known(): boolean {
    return this.person?.known ?? false;
  }

  /** Load the person, once. If the server cannot be reached, the next call tries again. */
  load(): Promise<Me | null> {
    this.request ??= api
      .me()
      .then((me) => this.set(me))
      .catch(() => {
        this.request = null;
        return null;
      });
    return this.request;
  }

  /**
   * Register the person before they take a seat, so that their seats follow them to other devices. A failure is
   * ignored: unregistered people can play, too.
   */
  async register(): Promise<void> {
    await this.load();
    if (this.known) return;
    await this.update({ name: settings.name }).catch(() => null);
  }

  /** Change the person's name or sigil. The caller handles a refusal. */
  async update(about: AboutMe): Promise<Me> {
    const me = this.set(await api.updateMe(about));
    if (me.name) settings.name = me.name;
    return me;
  }

  /** Store what the server sent about the person. */
  set(me: Me): Me {
    const newlyKnown = me.known && !this.known;
    this.person = me;
    this.request = Promise.resolve(me);
    settings.name ||= me.name ?? ''; // the name used at tables stays this browser's own
    if (newlyKnown) for (const listener of this.listeners) listener();
    return me;
  }

  /** Call a function whenever a person becomes known. */
  onKnown(listener: () => void): void {
    this.listeners.push(listener);
    if (this.known) listener();
  }
}

export const me = new Person();
