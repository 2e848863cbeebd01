/** What the overview of an owner shows, or that of one package or pixel. */
import type { AppLoadContext } from '@remix-run/node';
import type { AnyRole } from 'contract/accounts/users';
import type { Package } from 'contract/packages/packages';
import { env } from '../config/env.server';
import { companyPresets } from '../features/alerts/alert-bell';
import { exportLinks } from '../features/analytics/analytics-links.server';
import { selectionOfOne } from '../features/analytics/artifact-report.server';
import { readOwnerArtifacts, readReportArtifact } from '../features/analytics/report-params.server';
import { readChartLine } from '../features/analytics/total-cards.server';
import { rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { readActiveFilters } from '../features/filters/filters.server';
import { withOneLastEvent } from '../gateway/last-event.server';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { parseReportQuery } from '../links/report-query.server';
import { mayChange, mayExport, shownRole } from '../session/roles.server';
import { nothingAround, readAround } from './around.server';
import { type Reader, noNumbers, numbersOfAll, numbersOfOne, rendered } from './home-numbers.server';
import { reportPlace, type Subject } from './home-place.server';

/** Of all packages and pixels, or of the one that the query names. */
export async function homeReport(signedIn: Reader, { url }: { url: URL }) {
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
  found: Reader & { item: Package; role: AnyRole; isShared: boolean },
  { url, context }: { url: URL; context: AppLoadContext },
) {
  let { item, owner, role, isShared } = found;
  let signedIn = { ...found, call: withOneLastEvent(found.call, owner, context) };
  let shown = { packages: [item], pixels: [] };
  let time = await readReportRange({ ...signedIn, packages: [item.id], known: () => shown }, url.searchParams);
  let known = { packages: [], pixels: [] };
  return reportAt(signedIn, url, time, { artifact: item, known, role, isShared, isHere: true });
}

async function reportAt(
  signedIn: Reader,
  url: URL,
  { fields, range }: Awaited<ReturnType<typeof readReportRange>>,
  { artifact, known, role, isShared, isHere }: Subject,
) {
  let { owner } = signedIn;
  let place = reportPlace(owner, url, fields, { artifact, isShared, isHere });
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
