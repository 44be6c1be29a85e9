import { describe, expect, it } from 'vitest';
import { durationText, secondsLeft, formatTime } from './clock.svelte';

const plan = { kind: 'move' as const, seconds: 3600 };

describe('the time left', () => {
  it('decreases only for the seat whose clock runs', () => {
    const clock = { plan, left: [100, 200], seat: 0, at: Date.now() / 1000 - 30, overdue: null, paused: false };
    expect(Math.round(secondsLeft(clock, 0))).toBe(70);
    expect(secondsLeft(clock, 1)).toBe(200);
  });
  it('is never negative', () => {
    expect(secondsLeft({ plan, left: [10], seat: 0, at: 0, overdue: null, paused: false }, 0)).toBe(0);
  });
  it('is formatted with suitable precision', () => {
    expect(formatTime(65)).toBe('1:05');
    expect(formatTime(2 * 3600 + 300)).toBe('2 h 05');
    expect(formatTime(3 * 86_400 + 4 * 3600)).toBe('3 d 4 h');
    expect(formatTime(86_400)).toBe('1 d');
  });
  it('is written in words for round durations', () => {
    expect([300, 3600, 86_400, 45].map(durationText)).toEqual(['5 minutes', '1 hour', '1 day', '45 seconds']);
  });
});
