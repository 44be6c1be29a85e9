import { expect, test } from 'vitest';
import type { RuleChapter, Rules } from '../../api/wire';
import { searchChapters, ledgerFor, normalized, searchTerms } from './rule_book.svelte';

const text = (words: string) => ({ kind: 'text' as const, text: words, items: [], rows: [] });
const chapters: RuleChapter[] = [
  { title: 'Votre tour', blocks: [text('Éveillez une **tuile** (SP-128).'), text('Rien n’est obligatoire.')] },
  { title: 'La fin', blocks: [text('Le plus de points l’emporte.')] },
];

test('the search ignores accents, capitals and Markdown', () => {
  expect(normalized('Éveillez une **tuile**')).toBe('eveillez une tuile');
  expect(searchChapters(chapters, 'eveillez TUILE').map((one) => [one.title, one.blocks.length])).toEqual([
    ['Votre tour', 1],
  ]);
  expect(searchChapters(chapters, 'l’emporte')).toEqual(searchChapters(chapters, "l'emporte"));
});

test('a title matches its chapter, an id its sentence, an empty query everything', () => {
  expect(searchChapters(chapters, 'fin')[0].blocks).toHaveLength(1);
  expect(searchChapters(chapters, 'sp-128')[0].blocks).toHaveLength(1);
  expect(searchChapters(chapters, ' ')).toBe(chapters);
  expect(searchChapters(chapters, 'dragon')).toEqual([]);
  expect(searchTerms('  a  B ')).toEqual(['a', 'b']);
});

test('the numbered rules are in the language of the page, otherwise in English', () => {
  const english = [{ id: 'SP-128', chapter: 'Turn', text: 'Wake a tile.' }];
  const french = [{ id: 'SP-128', chapter: 'Tour', text: 'Éveillez une tuile.' }];
  const book = (ledger: object) => ({ game: 'spell', chapters: { en: [], fr: [] }, ledger }) as Rules;
  expect(ledgerFor(book({ en: english, fr: french }), 'fr')).toEqual({ language: 'fr', rules: french });
  expect(ledgerFor(book({ en: english }), 'fr')).toEqual({ language: 'en', rules: english });
  expect(ledgerFor(undefined, 'fr')).toEqual({ language: 'en', rules: [] });
});
