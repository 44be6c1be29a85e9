import { expect, test } from 'vitest';
import furniture from './components.css?raw';
import tokens from './theme.css?raw';

/** The selectors of a style sheet, one by one. */
function selectorsOf(css: string): string[] {
  const heads = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g);
  return [...heads]
    .flatMap((head) => head[1].split(/,(?![^(]*\))/))
    .map((one) => one.trim())
    .filter((one) => !one.startsWith('@'));
}

/** Whether a board may give this name to a piece of its own and still draw it alone. */
const leavesBoardsAlone = (selector: string) => {
  const [first] = selector.match(/\.[a-z][\w-]*/) ?? [];
  return first === undefined || first.startsWith('.s-') || /^body \.shell(\.shell$| > )/.test(selector);
};

test('a class for every page begins with s-, so that it swallows none of a board’s', () => {
  const selectors = selectorsOf(furniture + tokens);
  expect(selectors).toContain('.s-btn');
  expect(selectors.filter((one) => !leavesBoardsAlone(one))).toEqual([]);
});
