import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../../state/settings.svelte';
import { Pacing } from './pacing.svelte';

let shown: string[];
let pacing: Pacing<string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  settings.pace = 'calm';
  shown = [];
  pacing = new Pacing((step, skipped) => shown.push(skipped ? `${step}!` : step));
});
afterEach(() => {
  (document as { hidden: boolean }).hidden = false;
  vi.useRealTimers();
});
const add = (...steps: string[]) => steps.forEach((step) => pacing.add(step));

test('the first step is shown at once, the others after a delay', () => {
  add('a', 'b', 'c');
  expect(shown).toEqual(['a']);
  expect(pacing.isBehind).toBe(true);
  vi.advanceTimersByTime(699);
  expect(shown).toEqual(['a']);
  vi.advanceTimersByTime(2);
  expect(shown).toEqual(['a', 'b']);
  vi.advanceTimersByTime(702);
  expect(shown).toEqual(['a', 'b', 'c']);
  expect(pacing.isBehind).toBe(false);
});

test('the brisk pace halves the delay, the still pace removes it', () => {
  settings.pace = 'brisk';
  add('a', 'b');
  vi.advanceTimersByTime(351);
  expect(shown).toEqual(['a', 'b']);
  settings.pace = 'still';
  vi.advanceTimersByTime(351);
  add('c', 'd');
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['a', 'b', 'c', 'd']);
});

test('speedUp affects only the waiting steps', () => {
  add('a', 'b', 'c');
  pacing.speedUp();
  expect(shown).toEqual(['a', 'b']);
  vi.advanceTimersByTime(122);
  expect(shown).toEqual(['a', 'b', 'c']);
  vi.advanceTimersByTime(200);
  add('d', 'e');
  vi.advanceTimersByTime(200);
  expect(shown).toEqual(['a', 'b', 'c', 'd']);
});

test('linger extends the delay', () => {
  add('a');
  pacing.linger(2_000);
  add('b');
  vi.advanceTimersByTime(1_900);
  expect(shown).toEqual(['a']);
  vi.advanceTimersByTime(101);
  expect(shown).toEqual(['a', 'b']);
});

test('a held step stays until every hold is released', () => {
  add('a');
  const first = pacing.hold();
  const second = pacing.hold();
  add('b');
  first();
  first();
  vi.advanceTimersByTime(5_000);
  expect([pacing.isHeld, shown]).toEqual([true, ['a']]);
  second();
  expect([pacing.isHeld, shown]).toEqual([false, ['a', 'b']]);
});

test('a hidden tab, or too many waiting steps, skip to the newest one', () => {
  add('a', 'b');
  (document as { hidden: boolean }).hidden = true;
  add('c');
  expect(shown).toEqual(['a', 'c!']);
  (document as { hidden: boolean }).hidden = false;
  const go = pacing.hold();
  add(...Array.from({ length: 30 }, (_, k) => `${k}`));
  expect(shown).toEqual(['a', 'c!']);
  go();
  pacing.catchUp();
  expect(shown).toEqual(['a', 'c!', '0', '29!']);
});

test('too many waiting steps are skipped', () => {
  add('a', ...Array.from({ length: 25 }, (_, k) => `${k}`));
  expect(shown).toEqual(['a', '24!']);
});

test('the newest step can be replaced, and all waiting steps discarded', () => {
  add('a', 'b', 'c');
  pacing.replaceLast('d');
  vi.advanceTimersByTime(2_000);
  expect(shown).toEqual(['a', 'b', 'd']);
  add('e', 'f');
  pacing.clear();
  vi.advanceTimersByTime(2_000);
  expect(shown).not.toContain('f');
});
