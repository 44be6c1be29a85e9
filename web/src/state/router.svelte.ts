/** The router: which page is open, by the URL. The server answers every URL of the app with the same document. */
import { routeOf, type Route } from '../routes';

class Router {
  route: Route = $state.raw(routeOf(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('click', (click) => this.followLink(click));
  }

  /** Open a path of the app; with `replace`, the current entry of the browser history is replaced. */
  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.route = routeOf(new URL(location.href));
  }

  /** Open a clicked link of the app without reloading the document. */
  private followLink(click: MouseEvent): void {
    const link = (click.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.defaultPrevented;
    if (!link || !plain || link.target || link.origin !== location.origin || link.pathname.startsWith('/api')) return;
    click.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
