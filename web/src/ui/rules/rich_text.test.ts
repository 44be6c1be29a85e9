import { expect, test } from 'vitest';
import { parseRichText } from './rich_text';

const parts = (sentence: string) => parseRichText(sentence).map(({ kind, text }) => `${kind}:${text}`);

test('bold, italic, code and rule ids are parts of their own', () => {
  expect(parts('Wake a **tile** or *two*, see SP-128 and `a1`.')).toEqual([
    'plain:Wake a ',
    'b:tile',
    'plain: or ',
    'i:two',
    'plain:, see ',
    'rule:SP-128',
    'plain: and ',
    'code:a1',
    'plain:.',
  ]);
});

test('a link keeps only its text', () => {
  expect(parts('see [the cards](docs/cards.md)')).toEqual(['plain:see ', 'plain:the cards']);
});

test('a sentence without markup is one part', () => {
  expect(parts('Nothing here.')).toEqual(['plain:Nothing here.']);
  expect(parts('')).toEqual([]);
});
