import { expect, test } from 'vitest';
import furniture from './components.css?raw';
import tokens from './theme.css?raw';

/** Return the selectors of a style sheet. */
function selectorsOf(css: string): string[] {
  const heads = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g);
  return [...heads]
    .flatMap((head) => head[1].split(/,(?![^(]*\))/))
    .map((one) => one.trim())
    .filter((one) => !one.startsWith('@'));
}

/** Whether a selector leaves a board's own classes unaffected. */
const leavesBoardsAlone = (selector: string) => {
  const [first] = selector.match(/\.[a-z][\w-]*/) ?? [];
  return first === undefined || first.startsWith('.s-') || /^body \.shell(\.shell$| > )/.test(selector);
};

test('global classes begin with s-, so that none of them affects a board', () => {
  const selectors = selectorsOf(furniture + tokens);
  expect(selectors).toContain('.s-btn');
  expect(selectors.filter((one) => !leavesBoardsAlone(one))).toEqual([]);
});
