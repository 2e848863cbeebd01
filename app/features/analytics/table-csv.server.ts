/**
 * The tables of a report beside the lines over time, as files: whole, where the page shows the top.
 */
import type { AggregationRow, Breakdown } from 'contract/analytics/aggregations';
import { timeBuckets } from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import { type Ask, asker, type Kind, kindOf, type Period, type Selection } from './aggregate-query.server';
import { type Dimension, dimensions, nameOfRow } from './breakdown.server';
import { companiesAsked, companiesOf, seenTimes } from './company-table.server';
import { sourcesOf } from './row-totals.server';
import { csvFile } from '../../charts/csv-file.server';
import { bucketRows } from './over-time-csv.server';
import { artifactSeries, countYear } from './report-views.server';
import type { Choice } from './report-params.server';
import type { FiledChart } from './report-tables.server';
import { versionQuestion } from './versions.server';

interface Asked {
  ask: Ask;
  kind: Kind;
  period: Period;
  choice: Choice;
}

const rowsMax = 1_000;
const units = { package: 'Downloads', 'tracking-pixel': 'Views' } as const;

const files: Record<Exclude<FiledChart, 'versions'>, (asked: Asked) => Promise<Response>> = {
  calendar: calendarFile,
  packages: sideBySideFile,
  platform: (asked) => listFile('platforms', dimensions.platform, asked),
  by: (asked) => listFile(`by-${asked.choice.tab}`, dimensions[asked.choice.tab], asked),
  'version-list': versionFile,
  page: (asked) => listFile('pages', dimensions.referer, { ...asked, kind: 'tracking-pixel' }),
  variable: variableFile,
  'view-variable': (asked) => variableFile({ ...asked, kind: 'tracking-pixel' }),
  companies: companyFile,
};

/** Throws errors of the gateway. */
export function tableFile(
  call: Call,
  owner: string,
  period: Period,
  { chart, choice, selection }: { chart: Exclude<FiledChart, 'versions'>; choice: Choice; selection: Selection },
): Promise<Response> {
  return files[chart]({ ask: asker(call, owner, selection), kind: kindOf(selection), period, choice });
}

async function calendarFile({ ask, kind, period: { days } }: Asked): Promise<Response> {
  let { year, counts, hasOthers } = await countYear(ask, days, kind);
  let rows = counts.map(({ date, strong, weak }) => [date, strong, ...(hasOthers ? [weak] : [])]);
  return csvFile('year', year, [['Day', units[kind], ...(hasOthers ? ['Views'] : [])], ...rows]);
}

async function sideBySideFile({ ask, kind, period }: Asked): Promise<Response> {
  let { days, step } = period;
  let buckets = timeBuckets(days, step, period);
  let series = artifactSeries(await ask({ days, rollup: step, byArtifact: true, uniques: 'none' }), kind, buckets);
  return csvFile('side-by-side', days, bucketRows(period, buckets, series));
}

/** Values of one kind of events alone: views count by page, downloads by version. */
async function rowsOf({ ask, kind, period: { days } }: Asked, breakdown: Breakdown, variable?: string) {
  let asked = { days, breakdown, uniques: 'origins', limit: rowsMax } as const;
  let rows = await ask({ ...asked, ...(variable !== undefined && { variable }) });
  return rows.filter(({ artifact_type }) => artifact_type === kind);
}

type Listed = Pick<Dimension, 'breakdown' | 'label' | 'valueOf' | 'nameOf' | 'unknown'>;

async function listFile(name: string, dimension: Listed, asked: Asked): Promise<Response> {
  return fileOf(name, dimension, asked, await rowsOf(asked, dimension.breakdown));
}

async function variableFile(asked: Asked): Promise<Response> {
  let names = await rowsOf(asked, 'by-variable-name');
  let chosen = names.find(({ variable }) => variable === asked.choice.variable) ?? names[0];
  let rows = chosen ? await rowsOf(asked, 'by-variable', chosen.variable ?? '') : [];
  return fileOf('variable', { ...dimensions.variable, label: chosen?.variable ?? 'Value' }, asked, rows);
}

function fileOf(name: string, dimension: Listed, { kind, period }: Asked, rows: readonly AggregationRow[]): Response {
  let lines = rows.map((row) => [nameOfRow(dimension, row), row.total, sourcesOf(row).only]);
  return csvFile(name, period.days, [[dimension.label, units[kind], 'Unique sources'], ...lines]);
}

/** Versions of several packages are told apart by their package. */
async function versionFile({ ask, kind, period: { days }, choice }: Asked): Promise<Response> {
  let rows = await ask({ days, ...versionQuestion(choice.versions), uniques: 'origins', limit: rowsMax });
  let lines = rows
    .filter(({ artifact_type }) => artifact_type === kind)
    .map((row) => [row.artifact_name, row.version, row.total, sourcesOf(row).only]);
  return csvFile('version-list', days, [['Package', 'Version', 'Downloads', 'Unique sources'], ...lines]);
}

/** Companies with downloads or views; a number that is not known is empty. */
async function companyFile({ ask, period: { days } }: Asked): Promise<Response> {
  let rows = await ask({ days, breakdown: 'by-company', firstDates: true, uniques: 'origins', limit: companiesAsked });
  let lines = companiesOf(rows).map((one) => {
    let { name, domain, package: downloads, pixel } = one;
    let { first, last } = seenTimes(one);
    let sources = downloads && sourcesOf(downloads).only;
    return [name, domain, downloads?.total, sources, pixel?.total, first, last];
  });
  let columns = ['Company', 'Domain', 'Downloads', 'Unique sources', 'Views', 'First seen', 'Last seen'];
  return csvFile('companies', days, [columns, ...lines]);
}
