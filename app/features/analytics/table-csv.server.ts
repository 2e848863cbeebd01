/** Report tables as CSV, complete where the page shows only the top. */
import { figures, seenFigures } from 'contract/analytics/figures';
import type { AggregationRow, Breakdown } from 'contract/analytics/aggregations';
import { timeBuckets } from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import {
  type RunAggregateQuery,
  createAggregateQuery,
  type ArtifactKind,
  listedKind,
  type ReportPeriod,
  type Selection,
} from './aggregate-query.server';
import { type ReportDimension, reportDimensions, rowName } from './breakdown.server';
import { companyRowsMax, groupByCompany, seenTimes } from './company-table.server';
import { uniqueLabels } from '../../text/labels';
import { csvFile } from '../../http/csv.server';
import { bucketRows } from './over-time-csv.server';
import { artifactSeries, queryYearByDay } from './report-views.server';
import type { ReportChoice } from './report-params.server';
import type { FiledChart } from './report-tables.server';
import { versionQuery } from './versions.server';

interface Asked {
  ask: RunAggregateQuery;
  kind: ArtifactKind;
  period: ReportPeriod;
  choice: ReportChoice;
  selection: Selection;
}

const units = { package: 'Downloads', 'tracking-pixel': 'Views' } as const;

/** Charts of rows of aggregations. */
type RowsChart = Exclude<FiledChart, 'versions' | 'spikes'>;

const files: Record<RowsChart, (asked: Asked) => Promise<Response>> = {
  calendar: calendarFile,
  packages: sideBySideFile,
  platform: (asked) => listFile('platforms', reportDimensions.platform, asked),
  by: (asked) => listFile(`by-${asked.choice.tab}`, reportDimensions[asked.choice.tab], asked),
  'version-list': versionFile,
  page: (asked) => listFile('pages', reportDimensions.referer, { ...asked, kind: 'tracking-pixel' }),
  variable: variableFile,
  'view-variable': (asked) => variableFile({ ...asked, kind: 'tracking-pixel' }),
  companies: companyFile,
};

export function tableCsv(
  call: Call,
  owner: string,
  period: ReportPeriod,
  { chart, choice, selection }: { chart: RowsChart; choice: ReportChoice; selection: Selection },
): Promise<Response> {
  return files[chart]({
    ask: createAggregateQuery(call, owner, selection),
    kind: listedKind(selection),
    period,
    choice,
    selection,
  });
}

async function calendarFile({ ask, kind, period: { days } }: Asked): Promise<Response> {
  let { year, counts, hasOthers } = await queryYearByDay(ask, days, kind);
  let rows = counts.map(({ date, strong, weak }) => [date, strong, ...(hasOthers ? [weak] : [])]);
  return csvFile('year', year, [['Day', units[kind], ...(hasOthers ? ['Views'] : [])], ...rows]);
}

async function sideBySideFile({ ask, kind, period }: Asked): Promise<Response> {
  let { time, days, step } = period;
  let buckets = timeBuckets(time, step, period);
  let series = artifactSeries(await ask({ time, rollup: step, byArtifact: true, uniques: 'none' }), kind, buckets);
  return csvFile('side-by-side', days, bucketRows(period, buckets, series));
}

async function rowsOf({ ask, kind, period: { time } }: Asked, breakdown: Breakdown, variable?: string) {
  let asked = { time, breakdown, uniques: 'origins' } as const;
  let rows = await ask({ ...asked, ...(variable !== undefined && { variable }) });
  return rows.filter(({ artifact_type }) => artifact_type === kind);
}

type Listed = Pick<ReportDimension, 'breakdown' | 'label' | 'valueOf' | 'nameOf' | 'unknown'>;

async function listFile(name: string, dimension: Listed, asked: Asked): Promise<Response> {
  return fileOf(name, dimension, asked, await rowsOf(asked, dimension.breakdown));
}

async function variableFile(asked: Asked): Promise<Response> {
  let names = await rowsOf(asked, 'by-variable-name');
  let chosen = names.find(({ variable }) => variable === asked.choice.variable) ?? names[0];
  let rows = chosen ? await rowsOf(asked, 'by-variable', chosen.variable ?? '') : [];
  return fileOf('variable', { ...reportDimensions.variable, label: chosen?.variable ?? 'Value' }, asked, rows);
}

function fileOf(name: string, dimension: Listed, { kind, period }: Asked, rows: readonly AggregationRow[]): Response {
  let lines = rows.map((row) => [rowName(dimension, row), row.total, row.unique_origins]);
  return csvFile(name, period.days, [[dimension.label, units[kind], uniqueLabels[units[kind]]], ...lines]);
}

/** Versions of several packages are prefixed with the package. */
async function versionFile({ ask, kind, period: { time, days }, choice }: Asked): Promise<Response> {
  let rows = await ask({ time, ...versionQuery(choice.versions), uniques: 'origins' });
  let lines = rows
    .filter(({ artifact_type }) => artifact_type === kind)
    .map((row) => [row.artifact_name, row.version, row.total, row.unique_origins]);
  return csvFile('version-list', days, [
    ['Package', 'Version', figures.downloads.label, figures.users.label],
    ...lines,
  ]);
}

/** Unknown values are empty. */
async function companyFile({ ask, period: { time, days }, selection: { packages, pixels } }: Asked): Promise<Response> {
  let rows = await ask({ time, breakdown: 'by-company', firstDates: true, uniques: 'origins', limit: companyRowsMax });
  let lines = groupByCompany(rows).map((one) => {
    let { name, domain, package: downloads, pixel } = one;
    let { first, last } = seenTimes(one);
    return [name, domain, downloads?.total, downloads?.unique_origins, pixel?.total, first, last];
  });
  let { first: firstColumn, last: lastColumn } = seenFigures(packages !== 'none', pixels !== 'none');
  let shown = [figures.downloads, figures.users, figures.views, firstColumn, lastColumn];
  let columns = ['Company', 'Domain', ...shown.map(({ label }) => label)];
  return csvFile('companies', days, [columns, ...lines]);
}
