import { expect, test } from 'vitest';
import { isTableVisible, noticeOf, tabOf } from './notice';

const HOME = 'https://play.example';
const notice = noticeOf(
  JSON.stringify({ title: 'SPELL', text: 'It is your turn.', link: `${HOME}/t/abc`, tag: 'abc' }),
  HOME,
);

test('a notice is parsed', () => {
  expect(notice).toEqual({ title: 'SPELL', text: 'It is your turn.', link: `${HOME}/t/abc`, tag: 'abc' });
});

test.each(['', 'no JSON', 'null', '{"link": 5}'])('a message that cannot be read leads home: %s', (text) => {
  expect(noticeOf(text, HOME)).toMatchObject({ title: 'Sortilege', link: `${HOME}/me` });
});

test('a link to another site is replaced', () => {
  expect(noticeOf(JSON.stringify({ link: 'https://elsewhere.example/t/abc' }), HOME).link).toBe(`${HOME}/me`);
});

test('a notice is not shown if its table is visible', () => {
  const tab = { url: `${HOME}/t/abc?x=1`, visibilityState: 'visible' };
  expect(isTableVisible(notice, [tab])).toBe(true);
  expect(isTableVisible(notice, [{ ...tab, visibilityState: 'hidden' }])).toBe(false);
  expect(isTableVisible(notice, [{ ...tab, url: `${HOME}/me` }])).toBe(false);
  expect(isTableVisible({ ...notice, tag: 'test' }, [tab])).toBe(false);
});

test('the tab of the table is found by the link', () => {
  const tabs = [
    { url: `${HOME}/`, visibilityState: 'visible' },
    { url: `${HOME}/t/abc`, visibilityState: 'hidden' },
  ];
  expect(tabOf(notice.link, tabs)).toBe(tabs[1]);
  expect(tabOf(notice.link, tabs.slice(0, 1))).toBeUndefined();
});
