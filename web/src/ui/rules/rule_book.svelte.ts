/** Loads the rules of the games, and searches in them. */
import { api } from '../../api/api';
import type { Language, LedgerRule, RuleBlock, RuleChapter, Rules } from '../../api/wire';

class Library {
  private readonly books: Record<string, Rules> = $state({});
  private readonly requested = new Set<string>();
  /** Whether the last request to the server has failed. */
  failed = $state(false);

  /** Return the rules of a game; undefined if they are not loaded. */
  find(game: string): Rules | undefined {
    return this.books[game];
  }

  /** Load the rules of a game, once. After a failure, the next call tries again. */
  async fetch(game: string): Promise<void> {
    if (this.requested.has(game)) return;
    this.requested.add(game);
    this.failed = false;
    try {
      this.books[game] = await api.rules(game);
    } catch {
      this.requested.delete(game);
      this.failed = true;
    }
  }
}

export const library = new Library();

/** Return the ledger (the list of numbered rules) in a language, or in English if it is not translated. */
export function ledgerFor(book: Rules | undefined, language: Language): { language: Language; rules: LedgerRule[] } {
  const available = book?.ledger[language] ? language : 'en';
  return { language: available, rules: book?.ledger[available] ?? [] };
}

/** The id of a numbered rule, such as SP-132. */
export const RULE_ID = /\b([A-Z]{2}-[A-Z]*\d+)\b/;

/** Accents (as separate characters, see Unicode form NFD) and the characters of Markdown. */
const IGNORED_CHARACTERS = /[\u0300-\u036f*`]/g;

/** Normalize a text for the search: remove accents, Markdown and capitals, so that "apprecie" finds "Apprécié". */
export const normalized = (text: string): string =>
  text.normalize('NFD').replace(IGNORED_CHARACTERS, '').replace(/’/g, "'").toLowerCase();

/** Return all text of a block, normalized for the search. */
const searchTextOf = (block: RuleBlock) => normalized([block.text, ...block.items, ...block.rows.flat()].join(' '));

/** Whether a text contains all of these words. */
export const hasWords = (text: string, words: string[]): boolean => words.every((word) => text.includes(word));

/** Split a query into normalized words. */
export const searchTerms = (query: string): string[] => normalized(query).split(/\s+/).filter(Boolean);

/** Return the parts of the chapters that match a query. If a title matches, the whole chapter is such a part. */
export function searchChapters(chapters: RuleChapter[], query: string): RuleChapter[] {
  const words = searchTerms(query);
  if (!words.length) return chapters;
  const titleMatches = (chapter: RuleChapter) => hasWords(normalized(chapter.title), words);
  const blockMatches = (block: RuleBlock) => block.kind !== 'picture' && hasWords(searchTextOf(block), words);
  const matchingPart = (chapter: RuleChapter) => ({ ...chapter, blocks: chapter.blocks.filter(blockMatches) });
  const matchingParts = chapters.map((chapter) => (titleMatches(chapter) ? chapter : matchingPart(chapter)));
  return matchingParts.filter((part) => part.blocks.length > 0);
}
