/** Where the report of an overview is, and where its parts lead. */
import type { AnyRole } from 'contract/accounts/users';
import { type DrillDown, drillDownLink } from '../charts/drill-down.server';
import type { OwnerArtifacts, ReportArtifact } from '../features/analytics/report-params.server';
import type { ReportTables } from '../features/analytics/report-tables.server';
import { linksToLines, readChartLine, viewOf } from '../features/analytics/total-cards.server';
import { rangeQuery } from '../features/date-range/range.server';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import type { ReportQuery } from '../links/query-parameters';
import { parseReportQuery } from '../links/report-query.server';

/** What an overview is about. */
export interface Subject {
  artifact: ReportArtifact | null;
  known: OwnerArtifacts;
  role: AnyRole;
  /** With members of the package alone, who see no other page of its owner. */
  isShared: boolean;
  /** Whether its own address names the package. */
  isHere: boolean;
}

/** Addresses of an overview with a range and filters. */
export function reportPlace(
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
