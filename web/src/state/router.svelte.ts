/** The router, which decides by the URL which page is open. The server sends the same document for every page. */
import { routeOf, type Route } from '../routes';

class Router {
  route: Route = $state.raw(routeOf(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('click', (click) => this.followLink(click));
  }

  /** Open a path of the app; with `replace`, the current entry of the browser history is replaced. */
  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.route = routeOf(new URL(location.href));
  }

  /** Open a clicked link of the app without reloading the document. */
  private followLink(click: MouseEvent): void {
    const target = click.target;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || click.defaultPrevented || opensElsewhere(click) || !leadsToPage(link)) return;
    click.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

/** Whether the browser opens a clicked link in another tab or window, or shows a menu for it. */
const opensElsewhere = (click: MouseEvent) => click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey;

/** Whether a link leads to a page of the app, and not to a file that the server sends. */
const leadsToPage = (link: HTMLAnchorElement) =>
  !link.target && link.origin === location.origin && !link.pathname.startsWith('/api');

export const router = new Router();
