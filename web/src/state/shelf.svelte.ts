/** The list of games that the server offers, which is loaded once. */
import { api } from '../api/api';
import { settings } from './settings.svelte';
import type { GameInfo } from '../api/wire';

/** All texts of a game in one language, by the keys of its words.toml. */
export type GameWords = Record<string, any>;

class GameList {
  games: GameInfo[] = $state.raw([]);
  /** Whether the last attempt to load the list has failed. */
  hasFailed = $state(false);
  private request: Promise<void> | null = null;

  /** Load the list of games, once. If the server cannot be reached, the next call tries again. */
  load(): Promise<void> {
    this.request ??= api
      .games()
      .then((games) => {
        this.games = games;
        this.hasFailed = false;
      })
      .catch(() => {
        this.hasFailed = true;
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

  /** Return all texts of a game in the language of the page; {} if the game is not in the list. */
  words(name: string): GameWords {
    return this.find(name)?.words[settings.language] ?? {};
  }
}

export const gameList = new GameList();
