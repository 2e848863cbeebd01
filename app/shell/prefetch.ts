/**
 * Prefetches code of linked pages near the viewport (spec section 9), never their data, which would
 * be stale by the click. Loaded on demand by enhancers.ts.
 */
import { matchRoutes } from '@remix-run/react';
import { lazyDelayMs, prefetchMarginPx } from '../locale/delays';

/** Network Information API, not available in every browser. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Watches current and future links; returns a stop function. Does nothing with Save-Data or a slow
 * connection.
 */
export function startPrefetching(): () => void {
  if (savesData((navigator as { connection?: Connection }).connection)) return () => {};
  let waiting = new Map<Element, number>();
  let links = new IntersectionObserver(
    (entries) => {
      for (let { target, isIntersecting } of entries) {
        clearTimeout(waiting.get(target));
        if (isIntersecting) waiting.set(target, window.setTimeout(fetchAhead, lazyDelayMs, target));
      }
    },
    { rootMargin: `${prefetchMarginPx}px` },
  );
  let watch = () => {
    for (let link of document.querySelectorAll('a[data-discover]')) links.observe(link);
  };
  let changes = new MutationObserver(watch);
  changes.observe(document.body, { childList: true, subtree: true });
  watch();
  return () => {
    changes.disconnect();
    links.disconnect();
    for (let timer of waiting.values()) clearTimeout(timer);
  };
}

function savesData(connection: Connection | undefined): boolean {
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

function fetchAhead(link: HTMLAnchorElement): void {
  for (let href of filesOf(link.pathname)) {
    if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) continue;
    let ahead = document.createElement('link');
    ahead.rel = 'prefetch';
    ahead.as = 'script';
    ahead.href = href;
    document.head.append(ahead);
  }
}

/** Scripts of a page, as far as the browser knows its routes. */
function filesOf(path: string): string[] {
  let { routes } = window.__remixManifest;
  return (matchRoutes(routesBelow(undefined), path) ?? []).flatMap(({ route }) => {
    let known = routes[route.id ?? ''];
    return known ? [known.module, ...(known.imports ?? [])] : [];
  });
}

function routesBelow(parent: string | undefined): Parameters<typeof matchRoutes>[0] {
  return Object.values(window.__remixManifest.routes)
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: routesBelow(id) }));
}
