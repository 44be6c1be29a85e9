import { expect, test } from 'vitest';
import components from './components.css?raw';
import theme from './theme.css?raw';

const COMMENT = /\/\*.*?\*\//gs;
/** The text before the brace of a CSS rule, such as "a, b:hover". */
const SELECTOR_LIST = /([^{};]+)\{/g;
/** A comma that separates two selectors, and not the arguments in parentheses of one selector. */
const SEPARATOR = /,(?![^(]*\))/;
/** A class in a selector, such as ".s-btn". */
const CLASS = /\.[a-z][\w-]*/;
/** A selector of the shell (the page around a board) or of its direct children. */
const SHELL_SELECTOR = /^body \.shell(\.shell$| > )/;

/** Return all selectors of a style sheet. */
function selectorsOf(css: string): string[] {
  const withoutComments = css.replace(COMMENT, '');
  const selectorLists = [...withoutComments.matchAll(SELECTOR_LIST)].map((match) => match[1]);
  const selectors = selectorLists.flatMap((list) => list.split(SEPARATOR)).map((selector) => selector.trim());
  return selectors.filter((selector) => !selector.startsWith('@'));
}

/**
 * Whether the first class of a global selector could also be a class of a board. Classes that begin with "s-" are only
 * global ones. Selectors of the page around the board may use its class "shell".
 */
function canMatchBoardClass(selector: string): boolean {
  if (SHELL_SELECTOR.test(selector)) return false;
  const [firstClass] = selector.match(CLASS) ?? [];
  return firstClass !== undefined && !firstClass.startsWith('.s-');
}

test('global classes begin with s-, so that none of them affects a board', () => {
  const selectors = selectorsOf(components + theme);
  expect(selectors).toContain('.s-btn');
  expect(selectors.filter(canMatchBoardClass)).toEqual([]);
});
