/** Where we are. A few kinds of page; the server answers all of them with the same document. */
export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string; join: string | null; watch: string | null }
  | { page: 'replay'; table: string; watch: string | null; at: number | null; eyes: string | null }
  | { page: 'review'; table: string; watch: string | null }
  | { page: 'course'; game: string }
  | { page: 'rules'; game: string; rule: string }
  | { page: 'lesson'; game: string; lesson: string }
  | { page: 'puzzles'; game: string }
  | { page: 'puzzle'; game: string; puzzle: string; daily: boolean }
  | { page: 'slips' }
  | { page: 'slip'; table: string; at: number }
  | { page: 'daily' }
  | { page: 'me' }
  | { page: 'lost' };

export function routeOf(address: URL): Route {
  const [kind, name, more, rest] = address.pathname.split('/').filter(Boolean).map(decoded);
  const watch = address.searchParams.get('watch');
  if (!kind) return { page: 'home' };
  if (kind === 'learn' && name && more && !rest) return { page: 'lesson', game: name, lesson: more };
  if (kind === 'puzzles' && name && more && !rest)
    return { page: 'puzzle', game: name, puzzle: more, daily: address.searchParams.has('daily') };
  if (kind === 'slips' && name && more && /^\d+$/.test(more) && !rest)
    return { page: 'slip', table: name, at: Number(more) };
  if (kind === 'slips' && !name) return { page: 'slips' };
  if (kind === 'daily' && !name) return { page: 'daily' };
  if (kind === 'me' && !name) return { page: 'me' };
  if (more) return { page: 'lost' };
  if (kind === 'rules' && name) return { page: 'rules', game: name, rule: decoded(address.hash.slice(1)) };
  if (kind === 'puzzles' && name) return { page: 'puzzles', game: name };
  if (kind === 'learn' && name) return { page: 'course', game: name };
  if (kind === 'new' && name) return { page: 'new', game: name };
  if (kind === 't' && name) return { page: 'table', table: name, join: address.searchParams.get('join'), watch };
  if (kind === 'replay' && name)
    return {
      page: 'replay',
      table: name,
      watch,
      at: counted(address.searchParams.get('at')),
      eyes: address.searchParams.get('eyes'),
    };
  if (kind === 'review' && name) return { page: 'review', table: name, watch };
  return { page: 'lost' };
}

/** A number from 0 in an address; null for anything else. */
function counted(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** A part of an address as it was meant; one that cannot be read is no page of ours. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route: Route = $state.raw(routeOf(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('click', (click) => this.follow(click));
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.route = routeOf(new URL(location.href));
  }

  /** Links inside the page change the page without loading it again. */
  private follow(click: MouseEvent): void {
    const link = (click.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.defaultPrevented;
    if (!link || !plain || link.target || link.origin !== location.origin || link.pathname.startsWith('/api')) return;
    click.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
