import { expect, test } from 'vitest';
import components from './components.css?raw';
import theme from './theme.css?raw';

const COMMENT = /\/\*.*?\*\//gs;
/** The text before the brace of a CSS rule, such as "a, b:hover". */
const RULE_HEAD = /([^{};]+)\{/g;
/** A comma that separates two selectors, and not the arguments in parentheses of one selector. */
const SEPARATOR = /,(?![^(]*\))/;

/** Return all selectors of a style sheet. */
function selectorsOf(css: string): string[] {
  const heads = [...css.replace(COMMENT, '').matchAll(RULE_HEAD)].map((match) => match[1]);
  const selectors = heads.flatMap((head) => head.split(SEPARATOR)).map((selector) => selector.trim());
  return selectors.filter((selector) => !selector.startsWith('@'));
}

/** Whether a global selector may match an element of a board. Only classes that begin with "s-" are safe. */
function canMatchBoard(selector: string): boolean {
  const [firstClass] = selector.match(/\.[a-z][\w-]*/) ?? [];
  const isSafe = firstClass === undefined || firstClass.startsWith('.s-');
  const isPageShell = /^body \.shell(\.shell$| > )/.test(selector);
  return !isSafe && !isPageShell;
}

test('global classes begin with s-, so that none of them affects a board', () => {
  const selectors = selectorsOf(components + theme);
  expect(selectors).toContain('.s-btn');
  expect(selectors.filter(canMatchBoard)).toEqual([]);
});
