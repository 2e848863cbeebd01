/** What one company uses: how much over time, packages, versions, who and from where. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import type { Package } from 'contract/packages/packages';
import { chartId } from '../../charts/chart-style';
import { timeBuckets } from '../../charts/date-buckets.server';
import type { DrillDown } from '../../charts/drill-down.server';
import { type Bar, type BarInput, bars } from '../../charts/geometry.server';
import { type ListTable, sortOrderIn, tableHeads } from '../../charts/table-sort.server';
import { isEqual } from 'contract/analytics/where';
import { isProven, needsProof } from 'contract/packages/proven-versions';
import { cleanText } from 'contract/floor/printable';
import { newestFirst, newestRelease } from 'contract/packages/version-order';
import type { Call } from '../../gateway/gateway-client.server';
import {
  createAggregateQuery,
  everyDay,
  rowsOfKind,
  type ReportPeriod,
  type Selection,
} from './aggregate-query.server';
import { artifactList } from './artifact-list.server';
import { breakdownBars, reportDimensions } from './breakdown.server';
import { readOwnerArtifacts } from './report-params.server';
import { queryPeriod, renderReport, reportFigures } from './report-summary.server';
import { readChartLine } from './total-cards.server';
import { shortDigest } from './versions.server';

const packagesPerPage = 10;
const barsMax = 6;

interface UsageAsked {
  /** With the condition that selects the company. */
  selection: Selection;
  /** Reports of this company. */
  links: Required<Pick<DrillDown, 'toRows' | 'toRowsOf'>>;
  /** URL of the page. */
  url: URL;
}

export interface UsageList {
  title: string;
  nameLabel: string;
  bars: Bar[];
  table: ListTable;
}

export type CompanyUsageData = Awaited<ReturnType<typeof companyUsage>>;

/** Downloads, or views of a company that downloads nothing. */
export async function companyUsage(call: Call, owner: string, period: ReportPeriod, asked: UsageAsked) {
  let { selection, links, url } = asked;
  let { time } = period;
  let ask = createAggregateQuery(call, owner, selection);
  let { packages, pixels } = await readOwnerArtifacts(call, owner);
  let artifacts = [...packages, ...pixels];
  let [list, counts, versions, audiences, countries] = await Promise.all([
    artifactList(call, owner, period, { artifacts, selection, url, perPage: packagesPerPage, onlyCounted: true }),
    queryPeriod(ask, period, selection),
    ask({ time, breakdown: 'by-version', byArtifact: true, uniques: 'origins' }),
    ask({ time, breakdown: 'by-audience', uniques: 'origins' }),
    ask({ time, breakdown: 'by-country', uniques: 'origins', limit: barsMax }),
  ]);
  let buckets = timeBuckets(time, period.step, period);
  let drawn = readChartLine(url.searchParams.get('view'));
  let { cards, ...figures } = reportFigures(counts, period, selection, { buckets, drawn });
  let { downloads, views } = figures.totals;
  let [kind, counted, all] =
    downloads > 0 || views === 0
      ? (['package', 'Downloads', downloads] as const)
      : (['tracking-pixel', 'Views', views] as const);
  let page = url.pathname + url.search;
  let toReports = { ...links, toDays: () => '' };
  let listed = (
    title: string,
    nameLabel: string,
    draw: (order: ReturnType<typeof sortOrderIn>) => Bar[],
  ): UsageList => {
    let id = chartId(title);
    return {
      title,
      nameLabel,
      bars: draw(sortOrderIn(page, id)),
      table: { heads: tableHeads(page, id, { count: 3 }), file: '' },
    };
  };
  let ofPackages = rowsOfKind(versions, 'package');
  return {
    counted,
    report: renderReport(
      {
        ...figures,
        // What it neither does nor did is not shown as zero.
        cards: cards.filter(({ value, before: then }) => value > 0 || !['', '0'].includes(then)),
      },
      { tables: { page, file: () => '' } },
    ),
    list,
    latest: latestVersions(ofPackages, packages, await provenOf(call, owner, ofPackages, packages)),
    lists: [
      listed('Versions', 'Version', (order) => bars(versionRows(ofPackages, downloads, links), downloads, order)),
      listed('People and CI', 'Audience', (order) =>
        breakdownBars(rowsOfKind(audiences, kind), reportDimensions.audience, all, { links: toReports, order }),
      ),
      listed('Countries', 'Country', (order) =>
        breakdownBars(rowsOfKind(countries, kind), reportDimensions.country, all, { links: toReports, order }),
      ),
    ].filter((one) => one.bars.length > 0),
  };
}

/** Proven versions, by the downloads of everyone. */
async function provenOf(call: Call, owner: string, rows: readonly AggregationRow[], packages: readonly Package[]) {
  let types = new Map(packages.map(({ id, type }) => [id, type]));
  let used = new Set(rows.map(({ artifact = '' }) => artifact));
  let asked = [...used].filter((id) => needsProof(types.get(id)));
  let ask = createAggregateQuery(call, owner, { packages: asked.length > 0 ? asked : 'none', pixels: 'none' });
  let all = await ask({ time: everyDay(), breakdown: 'by-version', byArtifact: true });
  let proven = all.filter((row) => isProven(types.get(row.artifact ?? ''), row));
  let names = new Set(proven.map(({ artifact, version }) => `${artifact} ${version}`));
  return (id: string, version: string) => !needsProof(types.get(id)) || names.has(`${id} ${version}`);
}

/** The newest release that it has downloaded, else its newest prerelease, tag or digest, by package id. */
function latestVersions(
  rows: readonly AggregationRow[],
  packages: readonly Package[],
  isKnown: (id: string, version: string) => boolean,
): Record<string, string> {
  let byPackage = new Map<string, { version: string }[]>();
  for (let { artifact = '', version = '' } of rows)
    if (version !== '' && isKnown(artifact, version))
      byPackage.set(artifact, [...(byPackage.get(artifact) ?? []), { version }]);
  let types = new Map(packages.map(({ id, type }) => [id, type]));
  return Object.fromEntries(
    [...byPackage].map(([id, versions]) => {
      let order = newestFirst(types.get(id));
      let latest = newestRelease(versions, types.get(id)) ?? versions.sort((a, b) => order(a.version, b.version))[0]!;
      return [id, cleanText(shortDigest(latest.version))];
    }),
  );
}

function versionRows(rows: readonly AggregationRow[], total: number, { toRowsOf }: UsageAsked['links']): BarInput[] {
  let isAlone = new Set(rows.map(({ artifact }) => artifact)).size === 1;
  let shown = rows
    .filter(({ version }) => version)
    .toSorted((a, b) => b.total - a.total)
    .slice(0, barsMax)
    .map(({ artifact = '', artifact_name: name = '', version = '', total: value, unique_origins }) => ({
      name: cleanText(isAlone ? shortDigest(version) : `${name} ${shortDigest(version)}`),
      value,
      inner: unique_origins ?? 0,
      to: toRowsOf(artifact)([isEqual('request_version', version)]),
    }));
  let rest = total - shown.reduce((sum, { value }) => sum + value, 0);
  return rest > 0 && shown.length > 0 ? [...shown, { name: 'All others', value: rest, isRest: true }] : shown;
}
