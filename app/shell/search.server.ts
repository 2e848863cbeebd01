/**
 * Search for page and dialog: packages, pixels and companies of one owner, pages, actions, date
 * ranges.
 */
import { companiesApi } from 'contract/companies/companies';
import * as limits from 'contract/floor/limits';
import { searchApi, type SearchResultItem } from 'contract/packages/search';
import { dayMs, dayOf } from 'contract/floor/time';
import { presetKeys, presets } from '../text/date-presets';
import { sharedReportQuery, type SharedReportQuery } from '../links/query-parameters';
import { isSameOwner, paths } from '../links/paths';
import { secondary } from '../gateway/secondary.server';
import { shownRole } from '../session/roles.server';
import { isPlatformAdmin, type SignedIn } from '../session/guards.server';
import { currentOwner } from '../session/context.server';
import { shownOrganizations } from '../session/organizations.server';
import {
  actionDestinations,
  matchDestinations,
  pageDestinations,
  type SearchDestination,
} from './search-destinations.server';
import type { SearchResult, ResultGroup } from './search-results';

export interface Searched {
  owner: string;
  query: string;
  kept: SharedReportQuery;
  /** Null without a query, or for `?` (help). */
  groups: ResultGroup[] | null;
}

/**
 * `?owner=&q=`; default owner: the one in context. `here`: the page that date ranges apply to.
 * Throws API errors.
 */
export async function answerSearch(signedIn: SignedIn, request: Request): Promise<Searched> {
  let { username, call } = signedIn;
  let asked = new URL(request.url).searchParams;
  let owner = asked.get('owner') || (await currentOwner(signedIn));
  let query = (asked.get('q') ?? '').trim().slice(0, limits.searchQueryMax);
  let kept = sharedReportQuery(asked);
  if (!query || query === '?') return { owner, query, kept, groups: null };
  let tag = isSameOwner(owner, username) ? ('user' as const) : ('organization' as const);
  let [{ results }, companies, role, isAdmin, organizations] = await Promise.all([
    call(searchApi.search, { body: { query, context: { tag, context: owner } } }),
    findCompanies(signedIn, owner, query, kept),
    shownRole(signedIn, owner),
    secondary(isPlatformAdmin(signedIn), false),
    secondary(shownOrganizations(signedIn), []),
  ]);
  let reader = { owner, username, role, isAdmin, organizations: organizations.map(({ name }) => name) };
  let groups = [
    ...groupResults(results, kept),
    { title: 'Companies', found: companies },
    { title: 'Pages', found: matchDestinations(pageDestinations(reader, kept), query, placesMax) },
    { title: 'Actions', found: matchDestinations(actionDestinations(reader), query, placesMax) },
    { title: 'Date range', found: matchDestinations(rangesOf(owner, asked.get('here'), kept), query, placesMax) },
  ];
  return { owner, query, kept, groups: groups.filter(({ found }) => found.length > 0) };
}

const placesMax = 6;
const companiesMax = 5;
/** A single letter matches nearly every name. */
const companyLettersMin = 2;
const companyDays = 90;

/** Packages link to their dashboard, pixels to analytics (spec section 2). */
export function groupResults(results: SearchResultItem[], kept: SharedReportQuery): ResultGroup[] {
  let packages: SearchResult[] = [];
  let pixels: SearchResult[] = [];
  for (let item of results)
    if (item.type === 'package') {
      let { id, name, owner, type } = item.package;
      let to = paths.dashboard(owner, { package: id, ...kept });
      packages.push({ label: name, note: owner, to, icon: type });
    } else {
      let { id, name, owner } = item['tracking-pixel'];
      pixels.push({ label: name, note: owner, to: paths.analytics(owner, { pixel: id, ...kept }), icon: 'pixel' });
    }
  return [
    { title: 'Packages', found: packages },
    { title: 'Pixels', found: pixels },
  ];
}

/** Empty if the role may not see companies. */
async function findCompanies(
  { call }: SignedIn,
  owner: string,
  query: string,
  kept: SharedReportQuery,
): Promise<SearchResult[]> {
  if (query.length < companyLettersMin) return [];
  let start_date = dayOf(Date.now() - companyDays * dayMs);
  let asked = { search: query, start_date, per_page: companiesMax };
  let answer = await call(companiesApi.getCompanies, { params: { owner }, query: asked }).catch(nullWhenRefused);
  return (answer?.results ?? []).map(({ company, company_name, company_domain }) => ({
    label: company_name,
    note: company_domain,
    to: paths.company(owner, company, kept),
  }));
}

function nullWhenRefused(thrown: unknown): null {
  if (thrown instanceof Response) return null;
  throw thrown;
}

const reportPath = /^\/(analytics|dashboard|insights)\/[^/]+$/;
const nowhere = 'http://nowhere.invalid';

/** Presets on the current page if it has a range, else in analytics. */
function rangesOf(owner: string, from: string | null, kept: SharedReportQuery): SearchDestination[] {
  let here = from?.startsWith('/') && URL.canParse(from, nowhere) ? new URL(from, nowhere) : null;
  let page = here?.origin === nowhere && reportPath.test(here.pathname) ? here : null;
  return presetKeys.map((range) => {
    let label = presets[range];
    if (!page) return { label, note: 'Analytics', to: paths.analytics(owner, { ...kept, range, from: '', to: '' }) };
    let query = new URLSearchParams(page.search);
    for (let name of ['from', 'to', 'page']) query.delete(name);
    query.set('range', range);
    return { label, note: 'On this page', to: `${page.pathname}?${query}` };
  });
}
