import { expect, test } from 'vitest';
import type { RuleChapter, Rules } from '../../api/wire';
import { found, ledgerFor, plain, searchTerms } from './rule_book.svelte';

const text = (words: string) => ({ kind: 'text' as const, text: words, items: [], rows: [] });
const chapters: RuleChapter[] = [
  { title: 'Votre tour', blocks: [text('Éveillez une **tuile** (SP-128).'), text('Rien n’est obligatoire.')] },
  { title: 'La fin', blocks: [text('Le plus de points l’emporte.')] },
];

test('accents, capitals and signs are no hindrance', () => {
  expect(plain('Éveillez une **tuile**')).toBe('eveillez une tuile');
  expect(found(chapters, 'eveillez TUILE').map((one) => [one.title, one.blocks.length])).toEqual([['Votre tour', 1]]);
  expect(found(chapters, 'l’emporte')).toEqual(found(chapters, "l'emporte"));
});

test('a title brings its chapter, an id its sentence, nothing everything', () => {
  expect(found(chapters, 'fin')[0].blocks).toHaveLength(1);
  expect(found(chapters, 'sp-128')[0].blocks).toHaveLength(1);
  expect(found(chapters, ' ')).toBe(chapters);
  expect(found(chapters, 'dragon')).toEqual([]);
  expect(searchTerms('  a  B ')).toEqual(['a', 'b']);
});

test('the numbered rules are in the reader’s language, and else in English', () => {
  const english = [{ id: 'SP-128', chapter: 'Turn', text: 'Wake a tile.' }];
  const french = [{ id: 'SP-128', chapter: 'Tour', text: 'Éveillez une tuile.' }];
  const book = (ledger: object) => ({ game: 'spell', chapters: { en: [], fr: [] }, ledger }) as Rules;
  expect(ledgerFor(book({ en: english, fr: french }), 'fr')).toEqual({ language: 'fr', rules: french });
  expect(ledgerFor(book({ en: english }), 'fr')).toEqual({ language: 'en', rules: english });
  expect(ledgerFor(undefined, 'fr')).toEqual({ language: 'en', rules: [] });
});
