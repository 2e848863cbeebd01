/** The `handle` of a page, and the frame that follows from it. */
import type { UIMatch } from '@remix-run/react';
import type { KeptQuery } from '../links/paths';

/**
 * Spec section 2, page layouts: centered with header, full width with header, without header,
 * without the shell.
 */
export type PageLayout = 'dashboard' | 'fullwidth' | 'noheader' | 'clean';

export interface Crumb {
  label: string;
  /** Without an address the crumb is plain text. */
  to?: string;
}

export interface PageHandle {
  layout?: PageLayout;
  /**
   * The sections above the page, from the route's params, its loader data and what links between
   * reports keep; the last one is the page itself.
   */
  breadcrumb?: (match: { params: Record<string, string | undefined>; data: unknown; kept: KeptQuery }) => Crumb[];
  /** False for pages that ship no script at all. */
  scripts?: boolean;
}

type Match = Pick<UIMatch, 'handle' | 'params' | 'data'>;

function handleOf(match: Match): PageHandle {
  return (match.handle ?? {}) as PageHandle;
}

/** The layout of the innermost route that has one. */
export function layoutOf(matches: readonly Match[]): PageLayout {
  return matches.map((match) => handleOf(match).layout).findLast((layout) => layout !== undefined) ?? 'dashboard';
}

/** The breadcrumb of the innermost route that has one; empty without. */
export function breadcrumbOf(matches: readonly Match[], kept: KeptQuery = {}): Crumb[] {
  let last = matches.findLast((match) => handleOf(match).breadcrumb);
  return (last && handleOf(last).breadcrumb?.({ params: last.params, data: last.data, kept })) ?? [];
}

/** Whether the page may run scripts: every matching route must allow it. */
export function allowsScripts(matches: readonly Match[]): boolean {
  return matches.every((match) => handleOf(match).scripts !== false);
}
