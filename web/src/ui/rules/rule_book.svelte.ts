/** The rules of a game as they were fetched, and what is found in them. */
import { api } from '../../api/api';
import type { Language, LedgerRule, RuleBlock, RuleChapter, Rules } from '../../api/wire';

class Library {
  private readonly books: Record<string, Rules> = $state({});
  private readonly asked = new Set<string>();
  failed = $state(false);

  /** The rules, once they are here. */
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

/** The numbered rules in a language, or in English where a game has no others yet. */
export function ledgerIn(book: Rules | undefined, language: Language): { language: Language; rules: LedgerRule[] } {
  const spoken = book?.ledger[language] ? language : 'en';
  return { language: spoken, rules: book?.ledger[spoken] ?? [] };
}

export const RULE_ID = /\b([A-Z]{2}-[A-Z]*\d+)\b/;

/** Without accents, signs of Markdown and capitals: "Apprécié" is found by "apprecie". */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f*`]/g, '')
    .replace(/’/g, "'")
    .toLowerCase();

const wordsOf = (block: RuleBlock) => plain([block.text, ...block.items, ...block.rows.flat()].join(' '));

/** Whether a text has every word that is looked for. */
export const has = (text: string, wanted: string[]): boolean => wanted.every((word) => text.includes(word));
export const wantedIn = (query: string): string[] => plain(query).replace(/’/g, "'").split(/\s+/).filter(Boolean);

/** The chapters with what was found in them; a title that fits brings its whole chapter. */
export function found(chapters: RuleChapter[], query: string): RuleChapter[] {
  const wanted = wantedIn(query);
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
