/** Where we are. Four kinds of page; the server answers all of them with the same document. */
export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string; join: string | null; watch: string | null }
  | { page: 'replay'; table: string; watch: string | null }
  | { page: 'lost' };

export function routeOf(address: URL): Route {
  const [kind, name, more] = address.pathname.split('/').filter(Boolean).map(decoded);
  const watch = address.searchParams.get('watch');
  if (!kind) return { page: 'home' };
  if (more) return { page: 'lost' };
  if (kind === 'new' && name) return { page: 'new', game: name };
  if (kind === 't' && name) return { page: 'table', table: name, join: address.searchParams.get('join'), watch };
  if (kind === 'replay' && name) return { page: 'replay', table: name, watch };
  return { page: 'lost' };
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
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
