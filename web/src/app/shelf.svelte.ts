/** The games the server knows, asked for once. */
import { api } from './api';
import { settings } from './settings.svelte';
import type { ShelfGame } from './wire';

/** A game's words.toml in one language. */
export type GameWords = Record<string, any>;

class Shelf {
  games: ShelfGame[] = $state.raw([]);
  failed = $state(false);
  private asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.asked ??= api
      .shelf()
      .then((games) => {
        this.games = games;
        this.failed = false;
      })
      .catch(() => {
        this.failed = true;
        this.asked = null;
      });
    return this.asked;
  }

  find(name: string): ShelfGame | undefined {
    return this.games.find((game) => game.name === name);
  }

  /** A game's sentences in the language of the page. */
  words(name: string): GameWords {
    return this.find(name)?.words[settings.language] ?? {};
  }
}

export const shelf = new Shelf();
