/** What the overview of an owner shows, or that of one package or pixel. */
import type { AppLoadContext } from '@remix-run/node';
import type { AnyRole } from 'contract/accounts/users';
import type { Package } from 'contract/packages/packages';
import { type DrillDown, drillDownLink } from '../charts/drill-down.server';
import { env } from '../config/env.server';
import { companyPresets } from '../features/alerts/alert-bell';
import { exportLinks } from '../features/analytics/analytics-links.server';
import type { ReportPeriod } from '../features/analytics/aggregate-query.server';
import { artifactList } from '../features/analytics/artifact-list.server';
import { artifactReport, selectionOfOne } from '../features/analytics/artifact-report.server';
import { headline } from '../features/analytics/headline.server';
import { readHome } from '../features/analytics/home.server';
import {
  type OwnerArtifacts,
  readOwnerArtifacts,
  readReportArtifact,
  type ReportArtifact,
} from '../features/analytics/report-params.server';
import { renderReport } from '../features/analytics/report-summary.server';
import type { ReportTables } from '../features/analytics/report-tables.server';
import { linksToLines, readChartLine, viewOf } from '../features/analytics/total-cards.server';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { readActiveFilters } from '../features/filters/filters.server';
import { readArtifactFeatures } from '../features/granted-features.server';
import { withOneLastEvent } from '../gateway/last-event.server';
import { secondary } from '../gateway/secondary.server';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import type { ReportQuery } from '../links/query-parameters';
import { parseReportQuery } from '../links/report-query.server';
import type { SignedIn } from '../session/guards.server';
import { mayChange, mayExport, shownRole } from '../session/roles.server';
import { nothingAround, readAround } from './around.server';
import { arrivalOf, readEarlier, readWelcome } from './welcome.server';

const linesPerPage = 20;

type Asker = SignedIn & { owner: string };

/** Of all packages and pixels, or of the one that the query names. */
export async function homeReport(signedIn: Asker, { url }: { url: URL }) {
  let { call, owner } = signedIn;
  let asked = readOwnerArtifacts(call, owner);
  let [time, known, role] = await Promise.all([
    readReportRange({ ...signedIn, known: () => asked }, url.searchParams),
    asked,
    shownRole(signedIn, owner),
  ]);
  let artifact = readReportArtifact(url.searchParams, known);
  return reportAt(signedIn, url, time, { artifact, known, role, isShared: false, isHere: false });
}

/** Of one package at its own address, which its members see as well. */
export async function packageOverview(
  found: Asker & { item: Package; role: AnyRole; isShared: boolean },
  { url, context }: { url: URL; context: AppLoadContext },
) {
  let { item, owner, role, isShared } = found;
  let signedIn = { ...found, call: withOneLastEvent(found.call, owner, context) };
  let shown = { packages: [item], pixels: [] };
  let time = await readReportRange({ ...signedIn, packages: [item.id], known: () => shown }, url.searchParams);
  let known = { packages: [], pixels: [] };
  return reportAt(signedIn, url, time, { artifact: item, known, role, isShared, isHere: true });
}

interface Subject {
  artifact: ReportArtifact | null;
  known: OwnerArtifacts;
  role: AnyRole;
  /** With members of the package alone, who see no other page of its owner. */
  isShared: boolean;
  /** Whether its own address names the package. */
  isHere: boolean;
}

async function reportAt(
  signedIn: Asker,
  url: URL,
  { fields, range }: Awaited<ReturnType<typeof readReportRange>>,
  { artifact, known, role, isShared, isHere }: Subject,
) {
  let { owner } = signedIn;
  let place = placeOf(owner, url, fields, { artifact, isShared, isHere });
  let { links, own, reported, report, to } = place;
  let shared = parseReportQuery(url.searchParams);
  let isPixel = artifact?.type === 'pixel';
  let packageId = isPixel ? '' : artifact?.id;
  let filters = await readActiveFilters(signedIn, url.searchParams, to, { about: place.about, isShared, packageId });
  let mayShare = mayChange(role) && !isShared;
  let mayTake = mayExport(role) && !isShared;
  let tools = {
    action: place.path({}),
    kept: { ...(isPixel ? own : {}), ...shared, view: place.view },
    fields,
    steps: rangeSteps(fields, to),
    withStep: !env.flags.disableAdjustRollupUi,
    packages: isPixel ? [] : known.packages.map(({ id, name }) => ({ id, name })),
    package: artifact && !isPixel ? artifact.id : '',
    presets: isPixel ? companyPresets : undefined,
    share: mayShare ? serverPaths.newShareLink(owner, { ...reported, ...shared }) : null,
    files: mayTake && range ? exportLinks(owner, report, range.days) : null,
  };
  let page = { owner, heading: artifact?.name ?? 'Overview', links, drawn: place.drawn, tools, filters };
  if (!range || filters.isUnknown) return { ...page, ...nothingAround, ...noNumbers, status: range ? 404 : 400 };
  let { filter_id: filterId, where, noise } = shared;
  let selection = { ...selectionOfOne(artifact), filterId, where, withoutNoise: noise === 'hide' };
  let asked = { selection, isShared, drawn: readChartLine(place.view), ...place.asked };
  let asking = readAround(signedIn, range, {
    selection,
    role,
    isShared,
    filters,
    tables: asked.tables,
    to,
    toRows: asked.links.toRows,
    recount: paths.analyticsRecount(owner, report),
  });
  let [numbers, around] = await Promise.all([
    artifact ? numbersOfOne(signedIn, range, artifact, asked) : numbersOfAll(signedIn, range, known, { ...asked, url }),
    asking,
  ]);
  let drawn = { tables: asked.tables, mark: around.counted?.mark, notes: around.notes };
  return { ...page, ...around, ...rendered(numbers, drawn), status: 200 };
}

const noNumbers = { home: null, headline: '', list: null, one: null, arrival: null, welcome: null, earlier: null };

/** Where the report is, and where its parts lead. */
function placeOf(
  owner: string,
  { searchParams, pathname, search }: URL,
  fields: Parameters<typeof rangeQuery>[0],
  { artifact, isShared, isHere }: Pick<Subject, 'artifact' | 'isShared' | 'isHere'>,
) {
  let shared = parseReportQuery(searchParams);
  let { filter_id, where, noise } = shared;
  let links: ReportQuery = { ...rangeQuery(fields), ...shared };
  let isPixel = artifact?.type === 'pixel';
  let named: ReportQuery = artifact ? { [isPixel ? 'pixel' : 'package']: artifact.id } : {};
  let own = isHere ? {} : named;
  let path = (query: ReportQuery) =>
    !artifact
      ? paths.home(owner, query)
      : isHere
        ? paths.package(owner, artifact.type, artifact.name, query)
        : paths.dashboard(owner, query);
  let view = viewOf(readChartLine(searchParams.get('view')));
  let to = (change: ReportQuery = {}) => path({ ...own, ...links, view, ...change });
  let reported: ReportQuery = artifact ? named : { pixels: 'show' };
  let report = { ...reported, ...links };
  let drillDown: DrillDown = {
    toRows: drillDownLink(where, (texts) => to({ where: texts })),
    toCompany: (company) =>
      isShared
        ? ''
        : paths.company(owner, company, { ...rangeQuery(fields), package: named.package, filter_id, where, noise }),
    toDays: (chosen) =>
      artifact
        ? path({ ...own, ...shared, ...chosen })
        : paths.analytics(owner, { pixels: 'show', ...shared, ...chosen }),
  };
  let tables: ReportTables = {
    page: pathname + search,
    file: (chart) =>
      isShared ? '' : serverPaths.analyticsOverTime(owner, { ...report, ...(artifact && { by: 'country' }) }, chart),
  };
  let about = artifact && {
    label: `${isPixel ? 'Pixel' : 'Package'} is ${artifact.name}`,
    without: paths.home(owner, links),
    clear: paths.home(owner, { ...links, package: '', pixel: '', where: [] }),
  };
  return {
    links,
    own,
    path,
    to,
    reported,
    report,
    view,
    drawn: linksToLines((one) => to({ view: one })),
    about: isHere ? null : about,
    asked: { links: drillDown, tables },
  };
}

type Asked = Parameters<typeof readHome>[3];

async function numbersOfOne(
  { call, owner }: Asker,
  range: ReportPeriod,
  artifact: ReportArtifact,
  asked: Asked & { isShared: boolean },
) {
  let [report, features] = await Promise.all([
    artifactReport(call, owner, range, { ...asked, artifact }),
    secondary(readArtifactFeatures(call, owner, artifact.id), []),
  ]);
  return { ...noNumbers, one: { artifact, report, features } };
}

async function numbersOfAll(
  signedIn: Asker,
  range: ReportPeriod,
  { packages, pixels }: OwnerArtifacts,
  { url, ...asked }: Asked & { url: URL },
) {
  let { call, owner } = signedIn;
  let { selection } = asked;
  let artifacts = [...packages, ...pixels];
  let [home, list, said] = await Promise.all([
    readHome(call, owner, range, asked),
    artifactList(call, owner, range, { artifacts, selection, url, perPage: linesPerPage }),
    secondary(headline(call, owner, range, { selection, packages }), ''),
  ]);
  let [arrival, welcome, earlier] = await Promise.all([
    arrivalOf(call, owner, home, url),
    home.state === 'new' ? readWelcome(signedIn, url) : null,
    home.state === 'waiting' && home.item ? readEarlier(signedIn, home.item) : null,
  ]);
  return { ...noNumbers, home, headline: said, list, arrival, welcome, earlier };
}

type Numbers = Awaited<ReturnType<typeof numbersOfOne>> | Awaited<ReturnType<typeof numbersOfAll>>;

/** With its charts drawn. */
function rendered(numbers: Numbers, drawn: Parameters<typeof renderReport>[1]) {
  let { one, home } = numbers;
  return {
    ...numbers,
    one: one && { ...one, report: { ...one.report, overview: renderReport(one.report.overview, drawn) } },
    home: home?.state === 'active' ? { ...home, overview: renderReport(home.overview, drawn) } : home,
  };
}
