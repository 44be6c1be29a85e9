import { expect, test } from 'vitest';
import { resultLine } from './day.svelte';

const text = { en: '', fr: '' };
const today = {
  date: '2026-11-17',
  puzzle: { game: 'spell', id: '1-2-3', name: text, level: 3 },
  game: 'spellbook',
  par: { score: 40, won: true },
};

test('a result line shows the outcome without giving the solution away', () => {
  expect(resultLine(today, { date: today.date, misses: 0, score: 44, won: true }, 'SpellBook')).toBe(
    'Sortilege 2026-11-17 · ◆◆◆◇◇ ■ · SpellBook 44/40 ▲',
  );
  expect(resultLine(today, { date: today.date, misses: 2, score: 40, won: true }, 'SpellBook')).toBe(
    'Sortilege 2026-11-17 · ◆◆◆◇◇ ▪▪■ · SpellBook 40/40 ●',
  );
  expect(resultLine(today, { date: today.date, misses: -1, score: 50, won: false }, 'SpellBook')).toBe(
    'Sortilege 2026-11-17 · ◆◆◆◇◇ □ · SpellBook ✕ 50/40 ▽',
  );
  expect(resultLine({ ...today, par: null }, { date: today.date, score: 12, won: true }, 'SpellBook')).toBe(
    'Sortilege 2026-11-17 · SpellBook 12',
  );
  expect(resultLine(today, { date: today.date, misses: 9 }, 'SpellBook')).not.toContain('1-2-3');
});
