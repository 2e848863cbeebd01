/** All versions of a package, the newest first, one page at a time: sorted before they are cut. */
import { group } from 'd3-array';
import type { AggregationRow } from 'contract/analytics/aggregations';
import { isEqual, readWhere } from 'contract/analytics/where';
import { cleanText } from 'contract/floor/printable';
import { majorNameOf, majorNumber } from 'contract/packages/major-versions';
import type { Package } from 'contract/packages/packages';
import { isProven } from 'contract/packages/proven-versions';
import { newestFirst } from 'contract/packages/version-order';
import { withdrawalOf, type WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import { timeBuckets } from '../../charts/date-buckets.server';
import { sparkline } from '../../charts/geometry.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { formatInteger, formatPercent } from '../../ui/numbers';
import { createAggregateQuery, everyDay, type ReportPeriod, type Selection } from './aggregate-query.server';
import { valuesByBucket } from './row-totals.server';

const versionsPerPage = 50;
const unprovenMax = 20;

export type VersionPage = Awaited<ReturnType<typeof versionList>>;

interface ListAsked {
  /** What is counted of each; which versions there are does not depend on it. */
  period: ReportPeriod;
  selection: Selection;
  withdrawn: readonly WithdrawnVersion[];
  page: number;
  /** URL of a version's page. */
  to: (version: string) => string;
}

/** Every version that was ever downloaded or withdrawn, with its downloads in a period. */
export async function versionList(
  call: Call,
  item: Package,
  { period, selection, withdrawn, page: asked, to }: ListAsked,
) {
  let { time } = period;
  let ever = createAggregateQuery(call, item.owner, { packages: [item.id], pixels: 'none' });
  let ask = createAggregateQuery(call, item.owner, selection);
  let hasMajors = withdrawn.some(({ version }) => majorNumber(version, item.type));
  let [rows, inTime, majors] = await Promise.all([
    ever({ time: everyDay(), breakdown: 'by-version', byArtifact: true }),
    secondary(ask({ time, breakdown: 'by-version', byArtifact: true, uniques: 'origins' }), null),
    hasMajors ? secondary(ask({ time, breakdown: 'by-version-major', uniques: 'origins' }), []) : [],
  ]);
  let known = new Map(rows.flatMap((row) => (row.version ? [[row.version, row]] : [])));
  let counted = new Map(inTime?.flatMap((row) => (row.version ? [[row.version, row]] : [])));
  for (let row of majors) counted.set(`${row.version}.x`, row);
  let all = inTime?.reduce((sum, { total }) => sum + total, 0) ?? 0;
  let named = new Set(withdrawn.map(({ version }) => version));
  let isSure = (version: string) => {
    let row = known.get(version);
    return named.has(version) || (row !== undefined && isProven(item.type, row));
  };
  let everyOne = [...new Set([...known.keys(), ...named])];
  let sure = everyOne.filter(isSure).sort(newestFirst(item.type));
  let pages = Math.max(1, Math.ceil(sure.length / versionsPerPage));
  let page = Math.min(asked, pages);
  let from = (page - 1) * versionsPerPage;
  let shown = sure.slice(from, from + versionsPerPage);
  // Anyone can ask for ever more of them, so they are not all sorted by their numbers.
  let since = (version: string) => known.get(version)?.first_seen ?? '';
  let unproven = everyOne
    .filter((version) => !isSure(version))
    .map((version) => ({ version, first: since(version) }))
    .sort((a, b) => (a.first < b.first ? 1 : a.first > b.first ? -1 : 0))
    .map(({ version }) => version);
  let shownUnproven = page === 1 ? unproven.slice(0, unprovenMax).sort(newestFirst(item.type)) : [];
  let trendOf = await secondary(
    trendsOf(call, item, {
      period,
      selection,
      versions: [...shown, ...shownUnproven].filter((one) => counted.has(one)),
    }),
    () => null,
  );
  function rowOf(version: string) {
    let { total = 0, unique_origins } = counted.get(version) ?? {};
    let withdrawal = withdrawalOf(item.type, version, withdrawn);
    return {
      version: cleanText(version),
      first: firstOf(version, item.type, rows),
      // Without an answer it is not known that there were none.
      downloads: inTime && formatInteger(total),
      share: all > 0 ? formatPercent(total, all) : '',
      users: inTime && formatInteger(unique_origins ?? 0),
      spark: trendOf(version),
      mark: withdrawal ? (withdrawal.is_served ? 'Deprecated' : 'Withdrawn') : '',
      to: to(version),
    };
  }
  return {
    page,
    pages,
    /** `51 to 100 of 2,401`, empty where all are shown. */
    part:
      pages > 1
        ? `${formatInteger(from + 1)} to ${formatInteger(from + shown.length)} of ${formatInteger(sure.length)}`
        : '',
    rows: shown.map(rowOf),
    /** The newest of them, and how many more there are. */
    unproven:
      page === 1 ? { rows: shownUnproven.map(rowOf), more: Math.max(0, unproven.length - shownUnproven.length) } : null,
  };
}

/** ISO time of the first download ever; of `4.x`, of the first of its versions. Empty without one. */
function firstOf(version: string, type: string, rows: readonly AggregationRow[]): string {
  let isMajor = majorNumber(version, type) !== undefined;
  let own = rows.filter((row) => (isMajor ? majorNameOf(row.version ?? '') : row.version) === version);
  return own.flatMap(({ first_seen }) => first_seen ?? []).sort()[0] ?? '';
}

interface TrendsAsked extends Pick<ListAsked, 'period' | 'selection'> {
  versions: readonly string[];
}

/** Downloads over time of a few versions, in as many questions as their conditions need. */
async function trendsOf(call: Call, item: Package, { period, selection, versions }: TrendsAsked) {
  let { time, step } = period;
  let others = (selection.where ?? []).filter((text) => !text.startsWith('request_version:'));
  let singles = versions.filter((version) => majorNumber(version, item.type) === undefined);
  let answers = await Promise.all(
    inQuestions(singles, others).map((where) => {
      let ask = createAggregateQuery(call, item.owner, { ...selection, where });
      return ask({ time, rollup: step, breakdown: 'by-version', byArtifact: true, uniques: 'none' });
    }),
  );
  let rowsOf = group(answers.flat(), ({ version = '' }) => version);
  let buckets = timeBuckets(time, step, period).filter(({ isFuture }) => !isFuture);
  return (version: string) => {
    let own = rowsOf.get(version);
    return own
      ? sparkline(
          valuesByBucket(buckets, own, (row) => row.total),
          `${cleanText(version)} over time`,
        )
      : null;
  };
}

/** Conditions that choose these versions, each question with as many as it may have. */
function inQuestions(versions: readonly string[], others: readonly string[]): string[][] {
  let questions: string[][] = [];
  for (let version of versions) {
    let text = isEqual('request_version', version);
    let last = questions.at(-1);
    if (last && readWhere([...last, text]).refused.length === 0) last.push(text);
    else if (readWhere([...others, text]).refused.length === 0) questions.push([...others, text]);
  }
  return questions;
}
