/** The short report of one package or pixel. */
import type { Bar } from '../../charts/geometry.server';
import type { DrillDown } from '../../charts/drill-down.server';
import type { ListTable } from '../../charts/table-sort.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import {
  allArtifacts,
  createAggregateQuery,
  type ReportPeriod,
  rowsOfKind,
  type Selection,
} from './aggregate-query.server';
import { breakdownBars, reportDimensions } from './breakdown.server';
import { companyRowsMax, type CompanyTableData, companyTable } from './company-table.server';
import type { ReportArtifact } from './report-params.server';
import { type ReportTables, sortedTable } from './report-tables.server';
import { overviewData, type OverviewData } from './overview-data.server';
import { totalsOf } from './row-totals.server';
import type { DrawnLine } from './total-cards.server';

const listMax = 6;

/** Null selects all artifacts. */
export function selectionOfOne(artifact: ReportArtifact | null): Selection {
  if (!artifact) return allArtifacts;
  let { id, type } = artifact;
  return type === 'pixel' ? { packages: 'none', pixels: [id] } : { packages: [id], type, pixels: 'none' };
}

export interface ArtifactReport {
  overview: OverviewData;
  countries: Bar[] | undefined;
  countryTable: ListTable;
  versions: Bar[] | null | undefined;
  versionTable: ListTable;
}

interface OneAsked {
  artifact: ReportArtifact;
  selection: Selection;
  links: DrillDown;
  tables: ReportTables;
  drawn: DrawnLine;
  /** With members of the package alone. */
  isShared?: boolean;
}

export async function artifactReport(
  call: Call,
  owner: string,
  period: ReportPeriod,
  { artifact: { type }, selection, links, tables, drawn, isShared = false }: OneAsked,
): Promise<ArtifactReport> {
  let isPackage = type !== 'pixel';
  let ask = createAggregateQuery(call, owner, selection);
  let { time } = period;
  let [overview, countries, versions] = await Promise.all([
    overviewData(call, owner, period, { selection, links, tables, drawn, isShared }),
    secondary(ask({ time, breakdown: 'by-country', uniques: 'origins', limit: listMax })),
    isPackage ? secondary(ask({ time, breakdown: 'by-version', uniques: 'origins', limit: listMax })) : null,
  ]);
  let { downloads, views } = overview.totals;
  let count = isPackage ? downloads : views;
  let counted = isPackage ? 'Downloads' : 'Views';
  let byCountry = sortedTable(tables, `${counted} by country`, { count: 3 }, 'by');
  let byVersion = sortedTable(tables, `${counted} by version`, { count: 3 }, 'version-list');
  return {
    overview,
    countries:
      countries && breakdownBars(countries, reportDimensions.country, count, { links, order: byCountry.order }),
    countryTable: byCountry.table,
    versions: versions && breakdownBars(versions, reportDimensions.version, count, { links, order: byVersion.order }),
    versionTable: byVersion.table,
  };
}

/** The companies of a selection, with those that are shown only in number. */
export async function companiesOf(
  call: Call,
  owner: string,
  { time, previous }: ReportPeriod,
  { selection, links, tables }: Omit<OneAsked, 'artifact' | 'drawn'>,
): Promise<CompanyTableData> {
  let ask = createAggregateQuery(call, owner, selection);
  let [counted, rows] = await Promise.all([
    ask({ time, uniques: 'none' }),
    ask({ time, breakdown: 'by-company', firstDates: true, uniques: 'origins', limit: companyRowsMax }),
  ]);
  let [downloads, views] = (['package', 'tracking-pixel'] as const).map((kind) => totalsOf(rowsOfKind(counted, kind)));
  let totals = { downloads: downloads!.total, views: views!.total };
  return companyTable(rows, totals, companyRowsMax, { newFrom: previous?.spans.now.from, links, tables });
}
