/** The shelf: the list of games that the server offers, loaded once. */
import { api } from '../api/api';
import { settings } from './settings.svelte';
import type { GameInfo } from '../api/wire';

/** A game's words.toml in one language. */
export type GameWords = Record<string, any>;

class Shelf {
  games: GameInfo[] = $state.raw([]);
  /** Whether the list could not be loaded. */
  failed = $state(false);
  private request: Promise<void> | null = null;

  /** Load the list, once. After a failure, the next call tries again. */
  load(): Promise<void> {
    this.request ??= api
      .shelf()
      .then((games) => {
        this.games = games;
        this.failed = false;
      })
      .catch(() => {
        this.failed = true;
        this.request = null;
      });
    return this.request;
  }

  find(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }

  /**
   * Return the side (colour) of each seat in one text, such as "k p" for black and purple; undefined if the seats only
   * have numbers. Pages write it to the attribute `data-called`, by which the style sheet colours the seats.
   */
  sideNames(name: string, seats: number): string | undefined {
    return this.find(name)?.called[seats]?.join(' ') || undefined;
  }

  /** Return a game's texts in the language of the page. */
  words(name: string): GameWords {
    return this.find(name)?.words[settings.language] ?? {};
  }
}

export const shelf = new Shelf();
