/** The person who uses this browser, as the server knows them by a cookie that scripts cannot read. */
import { api } from '../api/api';
import { settings } from './settings.svelte';
import type { AboutMe, Me } from '../api/wire';

class Person {
  /** The person as last sent by the server; null before the first response. */
  person: Me | null = $state.raw(null);
  private request: Promise<Me | null> | null = null;
  private listeners: (() => void)[] = [];

  /** Whether the server knows this person, because they have registered. */
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
   * Register the person, if the server does not know them yet. This happens before they take a seat, so that their
   * seats follow them to other devices.
   */
  async register(): Promise<void> {
    await this.load();
    if (this.known) return;
    try {
      await this.update({ name: settings.name });
    } catch {
      // people who are not registered can play, too
    }
  }

  /** Change the person's name or sigil. Throw a Refusal if the server does not accept it. */
  async update(about: AboutMe): Promise<Me> {
    const me = this.set(await api.updateMe(about));
    if (me.name) settings.name = me.name;
    return me;
  }

  /** Show the person as the server has just sent them. */
  set(me: Me): Me {
    const newlyKnown = me.known && !this.known;
    this.person = me;
    this.request = Promise.resolve(me);
    settings.name ||= me.name ?? ''; // the name used at tables stays this browser's own
    if (newlyKnown) for (const listener of this.listeners) listener();
    return me;
  }

  /** Call a function when the person becomes known, or at once if they are known already. */
  onKnown(listener: () => void): void {
    this.listeners.push(listener);
    if (this.known) listener();
  }
}

export const me = new Person();
