/** Report parameters from the query string. */
import { packagesApi, type Package } from 'contract/packages/packages';
import { pixelsApi, type TrackingPixel } from 'contract/packages/pixels';
import { readWhere } from 'contract/analytics/where';
import { keysOf, recordOf } from 'contract/floor/keys-of';
import { env } from '../../config/env.server';
import type { Call } from '../../gateway/gateway-client.server';
import type { ReportQuery } from '../../links/query-parameters';
import { errorResponse } from '../../gateway/error-message.server';
import { ownerRole } from '../../session/roles.server';
import type { SignedIn } from '../../session/guards.server';
import { type Selection, type ArtifactSelection, artifactSelection } from './aggregate-query.server';
import { type ReportView, reportViews } from './report-views.server';
import { type VersionLevel, versionLevels } from './versions.server';

/** The lists of a report, and what each can show: the first of them unless another is chosen. */
const tabsOfLists = {
  client: ['client', 'installer', 'runtime', 'ci', 'agent'],
  country: ['country', 'domain', 'endpoint', 'origin'],
  platform: ['platform', 'arch', 'libc', 'extension'],
  audience: ['audience', 'provider', 'company', 'stage', 'importance'],
} as const;
export type ReportList = keyof typeof tabsOfLists;
export type ReportTab = (typeof tabsOfLists)[ReportList][number];

export const reportLists = keysOf(tabsOfLists);

/** The lists that can be shown whole. */
export const wholeLists = [...reportLists, 'versions'] as const;
export type WholeList = (typeof wholeLists)[number];

export function tabsOf(list: ReportList): ReportTab[] {
  return tabsOfLists[list].filter((tab) => tab !== 'agent' || env.flags.showUserAgentUi);
}

export interface ReportChoice {
  package: string;
  pixelsShown: boolean;
  /** Chosen pixel ids; all if none was chosen. */
  pixels: string[];
  view: ReportView;
  /** Of each list. */
  tabs: Record<ReportList, ReportTab>;
  /** The list that is shown whole. */
  more: WholeList | '';
  /** The first that was asked for: that of a file. */
  tab: ReportTab;
  versions: VersionLevel;
  /** Empty for the most frequent variable; null while the card is closed. */
  variable: string | null;
  filterId: string;
  where: string[];
  withoutNoise: boolean;
}

export interface OwnerArtifacts {
  packages: Package[];
  pixels: TrackingPixel[];
}

interface Known {
  packages: { id: string; name?: string; type?: string }[];
  pixels: { id: string }[];
}

/** By name. Throws API errors. */
export async function readOwnerArtifacts(call: Call, owner: string): Promise<OwnerArtifacts> {
  let all = { params: { owner }, query: { per_page: 'max' } } as const;
  let [packages, pixels] = await Promise.all([
    call(packagesApi.getPackages, all),
    call(pixelsApi.getTrackingPixels, all),
  ]);
  return { packages: packages.results, pixels: pixels.results };
}

/**
 * Reads `package`, `pixels` (show or hide; the last one counts, because a form sends both), `pixel`
 * (repeatable), `view`, `by`, `versions`, `variables`, `variable`, `filter_id`, `where`
 * (repeatable) and `noise`. With pixels and no package, only pixels are shown. Throws 404 for
 * artifacts of another owner.
 */
export function readReportChoice(query: URLSearchParams, known: Known): ReportChoice {
  let toggle = query.getAll('pixels').at(-1);
  let asked = query.getAll('pixel').filter(Boolean);
  let onlyPixels = known.packages.length === 0 || (asked.length > 0 && toggle === undefined && !query.get('package'));
  let chosen = packageId(query.get('package') ?? '', known) || (onlyPixels ? 'none' : 'all');
  rejectUnknownArtifacts(known, { packages: artifactSelection(chosen), pixels: asked });
  return {
    package: chosen,
    pixelsShown: known.pixels.length > 0 && (toggle === undefined ? onlyPixels : toggle === 'show'),
    pixels: asked.length > 0 ? asked : known.pixels.map(({ id }) => id),
    view: reportViews.find((view) => view === query.get('view')) ?? reportViews[0],
    ...readTabs(query.getAll('by')),
    more: wholeLists.find((list) => list === query.get('more')) ?? '',
    versions: versionLevels.find((level) => level === query.get('versions')) ?? versionLevels[0],
    variable: query.get('variable') || (query.get('variables') === 'show' ? '' : null),
    filterId: query.get('filter_id') ?? '',
    where: readWhere(query.getAll('where')).texts,
    withoutNoise: query.get('noise') === 'hide',
  };
}

/** Nothing for the first one of a list. */
export function tabQuery(list: ReportList, tab: ReportTab): ReportTab[] {
  return tab === list ? [] : [tab];
}

function readTabs(asked: readonly string[]): Pick<ReportChoice, 'tabs' | 'tab'> {
  let chosen = (list: ReportList) => tabsOf(list).find((tab) => asked.includes(tab));
  let tabs = recordOf(reportLists.map((list) => [list, chosen(list) ?? list] as const));
  let all = reportLists.flatMap(tabsOf);
  return { tabs, tab: asked.flatMap((name) => all.filter((tab) => tab === name))[0] ?? 'client' };
}

/** Also of a package by its name, as the search field of the report sends it. */
function packageId(asked: string, { packages }: Known): string {
  let named = (one: Known['packages'][number]) => one.name?.toLowerCase() === asked.trim().toLowerCase();
  return packages.some(({ id }) => id === asked) ? asked : (packages.find(named)?.id ?? asked);
}

/** Throws 404 for artifacts of another owner. */
export function rejectUnknownArtifacts(known: Known, { packages, pixels }: Selection): void {
  let areKnown = (chosen: ArtifactSelection, there: { id: string }[]) =>
    typeof chosen === 'string' || chosen.every((wanted) => there.some(({ id }) => id === wanted));
  if (!areKnown(packages, known.packages)) throw errorResponse('package-not-found');
  if (!areKnown(pixels, known.pixels)) throw errorResponse('pixel-not-found');
}

export function selectionOf(choice: ReportChoice, known: Known): Selection {
  let isAll = choice.pixels.length === known.pixels.length;
  let pixels: ArtifactSelection = !choice.pixelsShown ? 'none' : isAll ? 'all' : choice.pixels;
  return {
    packages: artifactSelection(choice.package),
    type: known.packages.find(({ id }) => id === choice.package)?.type,
    pixels,
    ...(choice.filterId && { filterId: choice.filterId }),
    where: choice.where,
    withoutNoise: choice.withoutNoise,
  };
}

/** `flowmatic`, `all packages and pixels`. */
export function reportSubject(choice: ReportChoice, { packages, pixels }: OwnerArtifacts): string {
  let isAll = choice.pixels.length === pixels.length;
  let only = pixels.find(({ id }) => choice.pixels.length === 1 && id === choice.pixels[0]);
  let shown = !choice.pixelsShown ? '' : isAll ? 'pixels' : (only?.name ?? `${choice.pixels.length} pixels`);
  if (choice.package === 'none') return shown === 'pixels' ? 'All pixels' : shown || 'No packages';
  let name = packages.find(({ id }) => id === choice.package)?.name ?? 'All packages';
  return shown ? `${name} and ${shown}` : name;
}

function choiceQuery(choice: ReportChoice, known: Known): ReportQuery {
  return {
    package: choice.package === 'all' ? '' : choice.package,
    pixels: choice.pixelsShown ? 'show' : '',
    pixel: choice.pixels.length < known.pixels.length ? choice.pixels : [],
    view: choice.view === reportViews[0] ? '' : choice.view,
    more: choice.more,
    by: reportLists.flatMap((list) => tabQuery(list, choice.tabs[list])),
    versions: choice.versions === versionLevels[0] ? '' : choice.versions,
    variables: choice.variable === '' ? 'show' : '',
    variable: choice.variable ?? '',
    filter_id: choice.filterId,
    where: choice.where,
    noise: choice.withoutNoise ? 'hide' : '',
  };
}

/** Parameters and role. Throws 404 for artifacts of another owner, and API errors. */
export async function readReport(signedIn: SignedIn & { owner: string }, query: URLSearchParams, roleOf = ownerRole) {
  let { call, owner } = signedIn;
  let [known, role] = await Promise.all([readOwnerArtifacts(call, owner), roleOf(signedIn, owner)]);
  let choice = readReportChoice(query, known);
  return { known, role, choice, asked: choiceQuery(choice, known), selection: selectionOf(choice, known) };
}

export interface ReportArtifact {
  id: string;
  name: string;
  type: Package['type'] | 'pixel';
}

/** Null without `package` or `pixel`. Throws 404 for artifacts of another owner. */
export function readReportArtifact(
  query: URLSearchParams,
  { packages, pixels }: OwnerArtifacts,
): ReportArtifact | null {
  let asked = packageId(query.get('package') ?? '', { packages, pixels });
  let pixelId = query.get('pixel');
  if (asked && asked !== 'all') {
    let found = packages.find(({ id }) => id === asked);
    if (!found) throw errorResponse('package-not-found');
    return { id: found.id, name: found.name, type: found.type };
  }
  if (!pixelId) return null;
  let found = pixels.find(({ id }) => id === pixelId);
  if (!found) throw errorResponse('pixel-not-found');
  return { id: found.id, name: found.name, type: 'pixel' };
}
