import { expect, test } from 'vitest';
import { digitOf } from './shortcuts';

const press = (key: string, code: string, shiftKey = false) => digitOf({ key, code, shiftKey } as KeyboardEvent);

test('a digit is read from the key, or from its position if it needs Shift', () => {
  expect(press('3', 'Digit3')).toBe(3);
  expect(press('&', 'Digit1')).toBe(1); // French keyboard
  expect(press('1', 'Digit1', true)).toBe(1);
  expect(press('!', 'Digit1', true)).toBe(null);
  expect(press('0', 'Digit0')).toBe(null);
  expect(press('e', 'KeyE')).toBe(null);
});
