/** The router, which shows the page that belongs to the URL. The server sends the same document for every URL. */
import { routeOf, type Route } from '../routes';

class Router {
  route: Route = $state.raw(routeOf(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('click', (click) => this.followLink(click));
  }

  /** Open the page with this path. If `replace` is true, it replaces the current entry of the browser history. */
  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.route = routeOf(new URL(location.href));
  }

  /** Open the page of a clicked link without loading a new document. */
  private followLink(click: MouseEvent): void {
    const target = click.target;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || click.defaultPrevented || opensElsewhere(click) || !leadsToPage(link)) return;
    click.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

/** Whether a click on a link opens it in another tab or window, or opens a menu. */
const opensElsewhere = (click: MouseEvent) => click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey;

/** Whether a link leads to a page of this site, and not to another site or to a file. */
const leadsToPage = (link: HTMLAnchorElement) =>
  !link.target && link.origin === location.origin && !link.pathname.startsWith('/api');

export const router = new Router();
