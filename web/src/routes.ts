/** The route table: every URL path of the app and the page that shows it. Pages are loaded when they are first opened. */
import type { Component } from 'svelte';

type Params = Record<string, string>;
type Load<Props extends object> = () => Promise<{ default: Component<Props> }>;

/** One entry of the table. */
export interface PageRoute<Props extends object> {
  /** The path, such as "/learn/:game/:lesson"; a segment after a colon is a parameter. */
  pattern: string;
  load: Load<Props>;
  /** Return the props of the page, or null if the parameters are not valid. */
  props: (params: Params, url: URL) => Props | null;
}

/** Return an entry of the table; this function only lets TypeScript infer the props. */
const route = <Props extends object>(
  pattern: string,
  load: Load<Props>,
  props: PageRoute<Props>['props'],
): PageRoute<Props> => ({ pattern, load, props });

export const ROUTES = {
  home: route(
    '/',
    () => import('./pages/home/HomePage.svelte'),
    () => ({}),
  ),
  me: route(
    '/me',
    () => import('./pages/me/MePage.svelte'),
    () => ({}),
  ),
  daily: route(
    '/daily',
    () => import('./pages/daily/DailyPage.svelte'),
    () => ({}),
  ),
  new: route(
    '/new/:game',
    () => import('./pages/new_table/NewTablePage.svelte'),
    ({ game }) => ({ game }),
  ),
  table: route(
    '/t/:table',
    () => import('./pages/table/TablePage.svelte'),
    ({ table }, { searchParams }) => ({ table, join: searchParams.get('join'), watch: searchParams.get('watch') }),
  ),
  replay: route(
    '/replay/:table',
    () => import('./pages/replay/ReplayPage.svelte'),
    ({ table }, { searchParams }) => ({
      table,
      watch: searchParams.get('watch'),
      moment: wholeNumber(searchParams.get('at')),
      pointOfView: searchParams.get('eyes'),
    }),
  ),
  review: route(
    '/review/:table',
    () => import('./pages/review/ReviewPage.svelte'),
    ({ table }, { searchParams }) => ({ table, watch: searchParams.get('watch') }),
  ),
  rules: route(
    '/rules/:game',
    () => import('./pages/rules/RulesPage.svelte'),
    ({ game }, { hash }) => ({ game, rule: decoded(hash.slice(1)) }),
  ),
  course: route(
    '/learn/:game',
    () => import('./pages/learn/CoursePage.svelte'),
    ({ game }) => ({ game }),
  ),
  lesson: route(
    '/learn/:game/:lesson',
    () => import('./pages/learn/LessonPage.svelte'),
    ({ game, lesson }) => ({ game, lesson }),
  ),
  puzzles: route(
    '/puzzles/:game',
    () => import('./pages/puzzles/PuzzlesPage.svelte'),
    ({ game }) => ({ game }),
  ),
  puzzle: route(
    '/puzzles/:game/:puzzle',
    () => import('./pages/puzzles/PuzzlePage.svelte'),
    ({ game, puzzle }, { searchParams }) => ({ game, puzzle, daily: searchParams.has('daily') }),
  ),
  slips: route(
    '/slips',
    () => import('./pages/puzzles/SlipsPage.svelte'),
    () => ({}),
  ),
  slip: route(
    '/slips/:table/:at',
    () => import('./pages/puzzles/SlipPage.svelte'),
    ({ table, at }) => (/^\d+$/.test(at) ? { table, at: Number(at) } : null),
  ),
};

export type PageName = keyof typeof ROUTES;
type PropsOf<Name extends PageName> = NonNullable<ReturnType<(typeof ROUTES)[Name]['props']>>;

/** The page that a URL leads to, with its props. */
export type Route = { [Name in PageName]: { page: Name; props: PropsOf<Name> } }[PageName] | { page: 'lost' };

/** Return the page that a URL leads to; `lost` if no route matches. */
export function routeOf(url: URL): Route {
  const path = segments(url.pathname);
  for (const [page, { pattern, props }] of Object.entries(ROUTES)) {
    const params = match(segments(pattern), path);
    const values = params && props(params, url);
    if (values) return { page, props: values } as Route;
  }
  return { page: 'lost' };
}

const segments = (path: string) => path.split('/').filter(Boolean);

/** Match the segments of a path against a pattern. Return the decoded parameters, or null if it does not match. */
function match(pattern: string[], path: string[]): Params | null {
  if (pattern.length !== path.length) return null;
  const params: Params = {};
  for (const [index, part] of pattern.entries()) {
    const value = decoded(path[index]);
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}

/** Decode a part of a URL; return it unchanged if its encoding is broken. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parse a query parameter as a whole number from 0; return null for anything else. */
function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
