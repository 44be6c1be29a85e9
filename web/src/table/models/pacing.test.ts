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

test('the first step is shown at once, each further one after its dwell', () => {
  add('a', 'b', 'c');
  expect(shown).toEqual(['a']);
  expect(pacing.behind).toBe(true);
  vi.advanceTimersByTime(699);
  expect(shown).toEqual(['a']);
  vi.advanceTimersByTime(2);
  expect(shown).toEqual(['a', 'b']);
  vi.advanceTimersByTime(702);
  expect(shown).toEqual(['a', 'b', 'c']);
  expect(pacing.behind).toBe(false);
});

test('a brisk table takes half as long, a still one no time at all', () => {
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

test('a press hurries what waits, and only that', () => {
  add('a', 'b', 'c');
  pacing.hurry();
  expect(shown).toEqual(['a', 'b']);
  vi.advanceTimersByTime(122);
  expect(shown).toEqual(['a', 'b', 'c']);
  vi.advanceTimersByTime(200);
  add('d', 'e');
  vi.advanceTimersByTime(200);
  expect(shown).toEqual(['a', 'b', 'c', 'd']);
});

test('a step may linger', () => {
  add('a');
  pacing.linger(2_000);
  add('b');
  vi.advanceTimersByTime(1_900);
  expect(shown).toEqual(['a']);
  vi.advanceTimersByTime(101);
  expect(shown).toEqual(['a', 'b']);
});

test('nothing follows a step that is held until it is let go, once', () => {
  add('a');
  const first = pacing.hold();
  const second = pacing.hold();
  add('b');
  first();
  first();
  vi.advanceTimersByTime(5_000);
  expect([pacing.held, shown]).toEqual([true, ['a']]);
  second();
  expect([pacing.held, shown]).toEqual([false, ['a', 'b']]);
});

test('in a hidden tab, and far behind, the newest step comes without those before it', () => {
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

test('more than somebody could follow is caught up with by itself', () => {
  add('a', ...Array.from({ length: 25 }, (_, k) => `${k}`));
  expect(shown).toEqual(['a', '24!']);
});

test('the newest step may be replaced, and all that waits thrown away', () => {
  add('a', 'b', 'c');
  pacing.replaceLast('d');
  vi.advanceTimersByTime(2_000);
  expect(shown).toEqual(['a', 'b', 'd']);
  add('e', 'f');
  pacing.clear();
  vi.advanceTimersByTime(2_000);
  expect(shown).not.toContain('f');
});
