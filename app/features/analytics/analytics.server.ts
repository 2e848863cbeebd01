import type { Bar, ChartNote } from '../../charts/geometry.server';
import { recordOf } from 'contract/floor/keys-of';
import { timeBuckets } from '../../charts/date-buckets.server';
import type { ListTable } from '../../charts/table-sort.server';
import type { ChartMarkup } from '../../charts/chart-style';
import { drawLineChart } from '../../charts/line-chart.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import {
  createAggregateQuery,
  createUnfilteredQuery,
  listedKind,
  rowsOfKind,
  type ReportPeriod,
} from './aggregate-query.server';
import { type Answers, askAll, type ReportQuestion } from './analytics-answers.server';
import { breakdownBars, reportDimensions } from './breakdown.server';
import { type CompanyTableData, companyTable } from './company-table.server';
import { readChartLine, withOtherMeasures } from './total-cards.server';
import { valuesByBucket } from './row-totals.server';
import { type ReportPicture, reportPicture } from './report-views.server';
import { registryLine } from './registry-line.server';
import { type ReportChoice, type ReportList, reportLists } from './report-params.server';
import { breakdownList, type BreakdownList } from './report-lists.server';
import { type ReportTables, sortedTable } from './report-tables.server';
import { noReleases, releasesOf } from './release-flags.server';
import { readSpikes, type SpikeReport, withSpikeFlags } from './spikes.server';
import { type TimeAxis, bucketNames, type ReportFigures, reportFigures } from './report-summary.server';
import { type VersionsData, versionsData } from './versions.server';

const companiesMax = 5;

interface DrawnVersions extends Omit<VersionsData, 'chart'> {
  /** Null if no version is known. */
  chart: ChartMarkup | null;
  table: ListTable;
}

export interface AnalyticsReport extends ReportFigures {
  /** Replaces the line chart. */
  picture: ReportPicture | null;
  /** Null where they are not looked for. */
  spikes: SpikeReport | null;
  /** Views if only pixels are selected. */
  unit: 'downloads' | 'views';
  lists: Record<ReportList, BreakdownList>;
  /** Null if only pixels are selected. */
  versions: DrawnVersions | null | undefined;
  /** Null if no pixel is selected. */
  referer: Bar[] | null | undefined;
  refererTable: ListTable;
  variables: Answers['variables'];
  companies: CompanyTableData | undefined;
}

/** Null for an empty selection. Throws API errors. */
export async function analyticsReport(
  call: Call,
  owner: string,
  period: ReportPeriod,
  { choice, selection, links, tables, notes: asking }: ReportQuestion & { notes?: Promise<readonly ChartNote[]> },
): Promise<AnalyticsReport | null> {
  if (selection.packages === 'none' && selection.pixels === 'none') return null;
  let kind = listedKind(selection);
  let buckets = timeBuckets(period.time, period.step, period);
  let ask = createAggregateQuery(call, owner, selection);
  let asked = { kind, buckets, links, tables, bucketName: bucketNames[period.step] };
  let [notes = [], answers, registry, releases, spikes, picture] = await Promise.all([
    asking,
    askAll(call, owner, period, { choice, selection, links, tables }),
    secondary(registryLine(call, owner, selection, { ...period, buckets }), null),
    secondary(releasesOf(createUnfilteredQuery(call, owner, selection) ?? ask, selection, period, buckets), noReleases),
    secondary(readSpikes(call, owner, selection, { ...period, links, tables, buckets }), null),
    secondary(reportPicture(choice.view, ask, period, asked), null),
  ]);
  let flags = withSpikeFlags(releases.flags, spikes);
  let head = reportFigures({ ...answers.counted, registry }, period, selection, {
    buckets,
    links,
    flags,
    drawn: readChartLine(choice.view),
  });
  let { totals } = head;
  let total = kind === 'package' ? totals.downloads : totals.views;
  let pages = sortedTable(tables, 'Views by page', { count: 3 }, 'page');
  return {
    ...head,
    cards: withOtherMeasures(head.cards, { spikes, registry }),
    spikes,
    picture,
    unit: kind === 'package' ? 'downloads' : 'views',
    lists: recordOf(
      reportLists.map((list) => {
        let asked = { isWhole: choice.more === list, choice, kind, total, links, tables, buckets, period };
        return [list, breakdownList(choice.tabs[list], answers.lists[list], answers.runtimes, asked)] as const;
      }),
    ),
    versions:
      answers.versions &&
      drawnVersions(
        answers,
        { buckets, links, flags },
        { choice, total, tables, period, notes, ...releases, type: selection.type },
      ),
    referer:
      answers.referer &&
      breakdownBars(answers.referer, reportDimensions.referer, totals.views, { links, order: pages.order }),
    refererTable: pages.table,
    variables: answers.variables,
    companies:
      answers.companies &&
      companyTable(answers.companies, totals, companiesMax, {
        newFrom: period.previous?.spans.now.from,
        links,
        tables,
      }),
  };
}

interface DrawnWith {
  choice: ReportChoice;
  total: number;
  tables: ReportTables;
  period: ReportPeriod;
  notes: readonly ChartNote[];
  type: string | undefined;
  proven: ReadonlySet<string>;
}

function drawnVersions(
  { versions, counted }: Answers,
  { buckets, links, flags = [] }: TimeAxis,
  { choice, total, tables, period, notes, type, proven }: DrawnWith,
): DrawnVersions {
  let series = valuesByBucket(buckets, rowsOfKind(counted.series ?? [], 'package'), (row) => row.total);
  let level = choice.versions;
  let { order, table } = sortedTable(tables, 'Downloads by version', { count: 2 }, 'version-list');
  let around = { level, isWhole: choice.more === 'versions', type, proven, ...(links && { links }), order };
  let data = versionsData(
    versions ?? { counts: [], overTime: [], lately: [] },
    buckets,
    { all: total, series },
    around,
  );
  let { chart, ...rest } = data;
  let title = 'Shares of the top versions over time';
  if (!chart) return { chart, ...rest, table };
  let html = drawLineChart({
    chart: { ...chart, flags, notes },
    title,
    bucketName: bucketNames[period.step],
    isNamed: true,
    links: { page: tables.page, file: tables.file('versions') },
  });
  return { chart: { html }, ...rest, table };
}
