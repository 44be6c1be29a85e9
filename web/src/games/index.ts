/**
 * Finds the boards by listing this folder. Every game has a Board.svelte; Cover.svelte (for its cover) and
 * Picture.svelte (for the illustrations of its rules) are optional.
 */
import type { Component } from 'svelte';
import type { GameWords } from '../state/shelf.svelte';
import type { BoardProps } from '../table/contract';

const boards = import.meta.glob<{ default: Component<BoardProps<any, any, any>> }>('./*/Board.svelte');
const covers = import.meta.glob<{ default: Component }>('./*/Cover.svelte', { eager: true });

const pictures = import.meta.glob<{ default: Component<{ name: string; words: GameWords }> }>('./*/Picture.svelte', {
  eager: true,
});

export const hasBoard = (game: string) => `./${game}/Board.svelte` in boards;
export const board = async (game: string) => (await boards[`./${game}/Board.svelte`]()).default;
export const cover = (game: string): Component | undefined => covers[`./${game}/Cover.svelte`]?.default;
export const picture = (game: string) => pictures[`./${game}/Picture.svelte`]?.default;
