/** The games the server knows, asked for once. */
import { api } from '../api/api';
import { settings } from './settings.svelte';
import type { ShelfGame } from '../api/wire';

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

  /** What the seats of a table are called, in their order: "k p"; nothing where they are only counted. Seats that are called by a
   *  colour wear it below an element that says so in its data-called. */
  called(name: string, seats: number): string | undefined {
    return this.find(name)?.called[seats]?.join(' ') || undefined;
  }

  /** A game's sentences in the language of the page. */
  words(name: string): GameWords {
    return this.find(name)?.words[settings.language] ?? {};
  }
}

export const shelf = new Shelf();
