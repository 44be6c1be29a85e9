import { afterEach, expect, test } from 'vitest';
import { settings } from '../state/settings.svelte';
import { fill, together } from '.';
import { elides } from './names';

afterEach(() => {
  settings.language = 'en';
});

test.each(['Ada', 'Élodie', 'Œdipe', 'Yves', 'Hugo', 'Hypatia'])('French elides before %s', (name) => {
  expect(elides(name)).toBe(true);
});

test.each(['Bruno', 'Yann', 'Harry', 'Y', 'H', '', '7'])('French does not elide before "%s"', (name) => {
  expect(elides(name)).toBe(false);
});

test('French elides de and que before a name, but not before other words', () => {
  settings.language = 'fr';
  expect(fill('la tour de {who}', { who: 'Ada' })).toBe('la tour d’Ada');
  expect(fill('la tour de {who}', { who: 'Bruno' })).toBe('la tour de Bruno');
  expect(fill('Que {who} joue', { who: 'Ida' })).toBe('Qu’Ida joue');
  expect(fill('plus de {colour}', { colour: 'ambre' })).toBe('plus de ambre');
});

test('English does not elide', () => {
  expect(fill('the de {who}', { who: 'Ada' })).toBe('the de Ada');
});

test('only whole words are elided, not the end of "code"', () => {
  settings.language = 'fr';
  expect(fill('code {who}', { who: 'Ada' })).toBe('code Ada');
});

test('an unknown place stays unchanged', () => {
  expect(fill('{who} pays {n}', { who: 'Wren' })).toBe('Wren pays {n}');
});

test('a sentence has a singular form; French also uses it for 0', () => {
  const coins = { one: '{n} coin', many: '{n} coins' };
  expect([0, 1, 2].map((n) => fill(coins, { n }))).toEqual(['0 coins', '1 coin', '2 coins']);
  settings.language = 'fr';
  expect([0, 1, 2].map((n) => fill(coins, { n }))).toEqual(['0 coin', '1 coin', '2 coins']);
});

test('a missing sentence is empty', () => {
  expect(fill(undefined, {})).toBe('');
});

test('names are joined with "and" in the language of the page', () => {
  expect(together([])).toBe('');
  expect(together(['Ada'])).toBe('Ada');
  expect(together(['Ada', 'Bruno', 'Cleo'])).toBe('Ada, Bruno and Cleo');
  settings.language = 'fr';
  expect(together(['Ada', 'Bruno'])).toBe('Ada et Bruno');
});
