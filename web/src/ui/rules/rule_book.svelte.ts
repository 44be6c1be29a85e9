/** Loads the rules of a game and searches in them. */
import { api } from '../../api/api';
import type { Language, LedgerRule, RuleBlock, RuleChapter, Rules } from '../../api/wire';

class Library {
  private readonly books: Record<string, Rules> = $state({});
  private readonly asked = new Set<string>();
  failed = $state(false);

  /** Return the rules of a game if they are loaded. */
  find(game: string): Rules | undefined {
    return this.books[game];
  }

  async fetch(game: string): Promise<void> {
    if (this.asked.has(game)) return;
    this.asked.add(game);
    this.failed = false;
    try {
      this.books[game] = await api.rules(game);
    } catch {
      this.asked.delete(game);
      this.failed = true;
    }
  }
}

export const library = new Library();

/** Return the numbered rules in a language, or in English if they are not translated. */
export function ledgerFor(book: Rules | undefined, language: Language): { language: Language; rules: LedgerRule[] } {
  const spoken = book?.ledger[language] ? language : 'en';
  return { language: spoken, rules: book?.ledger[spoken] ?? [] };
}

export const RULE_ID = /\b([A-Z]{2}-[A-Z]*\d+)\b/;

/** Normalize a text for the search: no accents, Markdown or capitals, so that "apprecie" finds "Apprécié". */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f*`]/g, '')
    .replace(/’/g, "'")
    .toLowerCase();

const wordsOf = (block: RuleBlock) => plain([block.text, ...block.items, ...block.rows.flat()].join(' '));

/** Whether a text contains all of these words. */
export const has = (text: string, wanted: string[]): boolean => wanted.every((word) => text.includes(word));
export const searchTerms = (query: string): string[] => plain(query).replace(/’/g, "'").split(/\s+/).filter(Boolean);

/** Return the chapters with the blocks that match a query; a matching title keeps the whole chapter. */
export function found(chapters: RuleChapter[], query: string): RuleChapter[] {
  const wanted = searchTerms(query);
  if (!wanted.length) return chapters;
  return chapters
    .map((chapter) =>
      has(plain(chapter.title), wanted)
        ? chapter
        : {
            ...chapter,
            blocks: chapter.blocks.filter((block) => block.kind !== 'picture' && has(wordsOf(block), wanted)),
          },
    )
    .filter((chapter) => chapter.blocks.length);
}
