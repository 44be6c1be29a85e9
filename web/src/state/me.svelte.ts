/** Who has this browser, as the server remembers them: by a key in a cookie that no script can read. */
import { api } from '../api/api';
import { settings } from './settings.svelte';
import type { AboutMe, Me } from '../api/wire';

class Person {
  /** What the server said last; null before it was asked. */
  now: Me | null = $state.raw(null);
  private asked: Promise<Me | null> | null = null;
  private listeners: (() => void)[] = [];

  get known(): boolean {
    return this.now?.known ?? false;
  }

  /** Asked once; a table that cannot be reached knows nobody, and is asked again the next time. */
  load(): Promise<Me | null> {
    this.asked ??= api
      .me()
      .then((me) => this.take(me))
      .catch(() => {
        this.asked = null;
        return null;
      });
    return this.asked;
  }

  /** Before somebody sits down: from now on their seats are theirs on all their devices. Not being remembered keeps nobody from
   *  playing, so nothing that goes wrong here is told. */
  async beKnown(): Promise<void> {
    await this.load();
    if (this.known) return;
    await this.change({ name: settings.name }).catch(() => null);
  }

  /** Another name, another sigil. Refused ones are told by whoever asked. */
  async change(about: AboutMe): Promise<Me> {
    const now = this.take(await api.beKnown(about));
    if (now.name) settings.name = now.name;
    return now;
  }

  /** What the server says of the person now, for instance after another one was taken in. */
  take(me: Me): Me {
    const news = me.known && !this.known;
    this.now = me;
    this.asked = Promise.resolve(me);
    settings.name ||= me.name ?? ''; // a name one sits down with stays this browser's own
    if (news) for (const listener of this.listeners) listener();
    return me;
  }

  /** To be called whenever somebody becomes known. */
  onKnown(listener: () => void): void {
    this.listeners.push(listener);
    if (this.known) listener();
  }
}

export const me = new Person();
