/**
 * Where switching between the personal account and an organization leads (spec section 2): the same
 * page of the other owner, or the nearest one that is not about a package or pixel of the first.
 */
import { settingsPages } from 'contract/floor/page-links';
import { z } from 'zod';
import { type OwnerContext, paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';

/** Settings pages that lead to the same page of another owner, by the end of their path. */
const endings = ['', ...settingsPages.filter((page) => page !== 'delete').map((page) => `/${page}`)];

type Lead = (to: OwnerContext, rest: string) => string;

/** The account's page, or the organization's page with the same ending. */
function settingsWith(ending: string): Lead {
  return ({ tag, context }) => paths.settingsHome({ owner: context, kind: tag }) + ending;
}

/**
 * Pages that do not keep their path; the first pattern that matches counts, its group is `rest`.
 */
const leads: [pattern: RegExp, lead: Lead][] = [
  // An import is one owner's.
  [/^\/(?:account|organizations\/[^/]+)\/imports\//, settingsWith('/imports')],
  ...endings.map((ending): [RegExp, Lead] => [
    new RegExp(`^/(?:account|organizations/[^/]+)${ending}/?$`),
    settingsWith(ending),
  ]),
  // Deleting and leaving are about one organization; every other section exists for the next one
  // too.
  [
    /^\/organizations\/[^/]+(?!\/delete|\/leave)(\/[^/]+)/,
    (to, rest) => settingsWith(to.tag === 'organization' ? rest : '')(to, ''),
  ],
  [/^\/organizations\/[^/]+\//, settingsWith('')],
  [/^\/packages\/[^/]+\/[^/]+\/[^/]+/, ({ context }) => paths.packages(context)],
  [/^\/new-package\/[^/]+\/[^/]+\/created/, ({ context }) => paths.packages(context)],
  [/^\/new-pixel\/[^/]+\/[^/]+\/created/, ({ context }) => paths.pixels(context)],
  [/^\/pixels\/[^/]+\/[^/]+/, ({ context }) => paths.pixels(context)],
  [/^\/collections\/[^/]+\/[^/]+/, ({ context }) => paths.collections(context)],
  [/^\/(?:companies\/[^/]+\/[^/]+\/erasure|endpoints\/)/, ({ context }) => paths.analytics(context)],
  [/^\/company-corrections\/[^/]+/, ({ context }) => paths.corrections(context)],
  [/^\/annotations\/[^/]+/, ({ context }) => serverPaths.annotations(context)],
  [/^\/(?:alerts|destinations)\//, settingsWith('/alerts')],
  [/^\/share-links\//, settingsWith('/share-links')],
  [/^\/billing\//, settingsWith('/billing')],
  [/^\/filters\//, settingsWith('/filters')],
  [/^\/leads\//, settingsWith('/lead-generation')],
  [/^\/data-providers\//, settingsWith('')],
];

const owned =
  /^\/(home|dashboard|analytics|live|packages|companies|collections|insights|pixels|new-pixel|new-package)\/[^/]+(.*)$/;

/** `path` may have a query, which is kept where the page is kept. */
export function switchOwner(path: string, to: OwnerContext): string {
  let [pathname = '/', search = ''] = path.split(/(?=\?)/);
  for (let [pattern, lead] of leads) {
    let found = pattern.exec(pathname);
    if (found) return lead(to, found[1] ?? '');
  }
  if (pathname === '/search') return paths.search(to.context, new URLSearchParams(search).get('q') ?? undefined);
  let [, area, rest = ''] = owned.exec(pathname) ?? [];
  return area ? `/${area}/${encodeURIComponent(to.context)}${rest}${withoutPlace(search)}` : pathname + search;
}

/**
 * Removes a package, pixel or saved filter of one owner, and the page number. Other queries are
 * kept.
 */
function withoutPlace(search: string): string {
  let values = new URLSearchParams(search);
  let ownOnes = ['package', 'pixel', 'filter_id', 'page'].filter((key) => values.has(key));
  if (!ownOnes.length) return search;
  for (let key of ownOnes) values.delete(key);
  return values.size > 0 ? `?${values.toString()}` : '';
}

/** The posted form: the new owner, and the local path it was posted from. */
export const SwitchInput = z.object({ owner: z.string().min(1).max(200), path: z.string().max(4_000).default('') });
