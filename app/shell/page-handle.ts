/** Route handles: layout, breadcrumb, scripts. */
import type { UIMatch } from '@remix-run/react';
import type { SharedReportQuery } from '../links/query-parameters';

/** Spec section 2: centered with header, full width with header, without header, without shell. */
export type PageLayout = 'dashboard' | 'fullwidth' | 'noheader' | 'clean';

export interface Crumb {
  label: string;
  /** Whether the label is a name, which is not translated. */
  isName?: boolean;
  /** Plain text if undefined. */
  to?: string;
}

/** `Loaded`: what the route's loader returns. */
export interface PageHandle<Loaded = unknown> {
  layout?: PageLayout;
  /** The page itself is last. The data are undefined on error pages. */
  breadcrumb?(match: {
    params: Record<string, string | undefined>;
    data: Loaded | undefined;
    kept: SharedReportQuery;
  }): Crumb[];
  scripts?: boolean;
}

type Match = Pick<UIMatch, 'handle' | 'params' | 'data'>;

function handleOf(match: Match): PageHandle {
  return (match.handle ?? {}) as PageHandle;
}

/** From the innermost route that defines one. */
export function layoutOf(matches: readonly Match[]): PageLayout {
  return matches.map((match) => handleOf(match).layout).findLast((layout) => layout !== undefined) ?? 'dashboard';
}

/** From the innermost route that defines one. */
export function breadcrumbOf(matches: readonly Match[], kept: SharedReportQuery = {}): Crumb[] {
  let last = matches.findLast((match) => handleOf(match).breadcrumb);
  return (last && handleOf(last).breadcrumb?.({ params: last.params, data: last.data, kept })) ?? [];
}

/** Every matching route must allow scripts. */
export function allowsScripts(matches: readonly Match[]): boolean {
  return matches.every((match) => handleOf(match).scripts !== false);
}
