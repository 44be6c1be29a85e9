/** The person who uses this browser. The server recognises them by a cookie. */
import { api } from '../api/api';
import { settings } from './settings.svelte';
import type { AboutMe, Me } from '../api/wire';

class Person {
  /** What the server has sent about the person; null before its first response. */
  person: Me | null = $state.raw(null);
  private request: Promise<Me | null> | null = null;
  private listeners: (() => void)[] = [];

  /** Whether the person is registered on the server. */
  get isRegistered(): boolean {
    return this.person?.known ?? false;
  }

  /** Load what the server knows about the person, once. If the server cannot be reached, the next call tries again. */
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
   * Register the person, if they are not registered yet. This happens before they take a seat, so that they can use the
   * seat on their other devices, too.
   */
  async register(): Promise<void> {
    await this.load();
    if (this.isRegistered) return;
    try {
      await this.update({ name: settings.name });
    } catch {
      // people who are not registered can play, too
    }
  }

  /** Change the person's name or sigil (their symbol). Throw a RequestError if the server does not accept the change. */
  async update(about: AboutMe): Promise<Me> {
    const me = this.set(await api.updateMe(about));
    if (me.name) settings.name = me.name;
    return me;
  }

  /** Store what the server has just sent about the person, and return it. If they are new, call the listeners. */
  set(me: Me): Me {
    const isNew = me.known && !this.isRegistered;
    this.person = me;
    this.request = Promise.resolve(me);
    settings.name ||= me.name ?? ''; // a name that was chosen in this browser is kept
    if (isNew) for (const listener of this.listeners) listener();
    return me;
  }

  /** Call a function as soon as the person is registered, or at once if they are registered already. */
  onRegistered(listener: () => void): void {
    this.listeners.push(listener);
    if (this.isRegistered) listener();
  }
}

export const me = new Person();
