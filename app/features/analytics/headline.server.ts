/**
 * What maintainers ask first, in sentences: is the newest release adopted, which companies are new,
 * what did yesterday bring. Only whole days, and only what happened.
 */
import { wholeDays } from 'contract/analytics/asked-time';
import { comparedPeriod } from 'contract/analytics/compared-periods';
import { changeText } from 'contract/analytics/rounding';
import * as limits from 'contract/floor/limits';
import { isProven } from 'contract/packages/proven-versions';
import { newestRelease } from 'contract/packages/version-order';
import type { DayRange } from 'contract/floor/days';
import { cleanText } from 'contract/floor/printable';
import type { AggregationRow } from 'contract/analytics/aggregations';
import { dayRangeLabel } from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import { timeZone } from '../../locale/reader-format';
import { localDay } from '../../session/reader.server';
import { formatInteger, formatPercent } from '../../ui/numbers';
import { lastWholeDays } from './adoption.server';
import { createAggregateQuery, type ReportPeriod, rowsOfKind, type Selection } from './aggregate-query.server';
import { groupByCompany, seenTimes } from './company-table.server';
import type { OwnerArtifacts } from './report-params.server';

/** Fewer downloads a day change by chance. */
const dayLeast = 20;
/** A change within so many standard deviations of a count happens by chance. */
const deviations = 3;
/** A client that most of a change comes from. */
const mostShare = 0.5;

/** Empty if nothing happened. */
export async function headline(
  call: Call,
  owner: string,
  { today }: Pick<ReportPeriod, 'today'>,
  { selection, packages }: { selection: Selection; packages: OwnerArtifacts['packages'] },
): Promise<string> {
  let ask = createAggregateQuery(call, owner, selection);
  let ofPackages = createAggregateQuery(call, owner, { ...selection, pixels: 'none' });
  let days = lastWholeDays(today);
  let time = wholeDays(days);
  let yesterday = { from: days.to, to: days.to };
  let before = comparedPeriod(yesterday, 'weekdays', { zone: timeZone(), now: Date.now() }).days;
  let since = { ...before, to: days.to };
  let [versions, companies, clients] = await Promise.all([
    ofPackages({ time, breakdown: 'by-version', byArtifact: true }),
    ask({ time, breakdown: 'by-company', firstDates: true, uniques: 'none', limit: limits.firstDatesMax }),
    ofPackages({ time: wholeDays(since), rollup: 'daily', breakdown: 'by-client', uniques: 'none' }),
  ]);
  let on = (day: string) => clients.filter(({ date }) => date === day);
  return [
    adoptionOf(rowsOfKind(versions, 'package'), packages),
    newCompanies(companies, days),
    changeOf(on(days.to), on(before.from), before),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Of the package with the most downloads; nothing if it has one version. */
function adoptionOf(rows: readonly AggregationRow[], packages: OwnerArtifacts['packages']): string {
  let totals = new Map<string, number>();
  for (let { artifact = '', total } of rows) totals.set(artifact, (totals.get(artifact) ?? 0) + total);
  let [id, all = 0] = [...totals].sort(([, a], [, b]) => b - a)[0] ?? [];
  let item = packages.find((one) => one.id === id);
  if (!item) return '';
  let proven = rows.flatMap(({ version = '', ...row }) =>
    row.artifact === id && version && isProven(item.type, row) ? [{ version, total: row.total }] : [],
  );
  let newest = newestRelease(proven, item.type);
  if (!newest || newest.total === all) return '';
  let name = totals.size > 1 ? `${item.name} ${newest.version}` : newest.version;
  return `${cleanText(name)} is at ${formatPercent(newest.total, all)}.`;
}

function newCompanies(rows: readonly AggregationRow[], { from }: DayRange): string {
  let count = groupByCompany(rows).filter((company) => {
    let { first } = seenTimes(company);
    return first !== undefined && localDay(Date.parse(first)) >= from;
  }).length;
  if (count === 0) return '';
  let are = count === 1 ? '1 company is' : `${formatInteger(count)} companies are`;
  return `${are} new in the last 7 days.`;
}

/** Yesterday against the same weekday before. */
function changeOf(now: readonly AggregationRow[], before: readonly AggregationRow[], { from }: DayRange): string {
  let [total, totalBefore] = [sumOf(now), sumOf(before)];
  let difference = total - totalBefore;
  let isChance = Math.abs(difference) <= deviations * Math.sqrt(total + totalBefore);
  let change = changeText({ now: total, before: totalBefore });
  if (!change || totalBefore < dayLeast || isChance) return '';
  let most = now
    .concat(before.filter(({ client }) => !now.some((row) => row.client === client)))
    .map(({ client = '' }) => ({ client, share: (ofClient(now, client) - ofClient(before, client)) / difference }))
    .sort((a, b) => b.share - a.share)
    .find(({ client, share }) => client !== '' && share >= mostShare);
  let verb = change.direction === 'up' ? 'rose' : 'fell';
  let cause = most ? `, mostly ${cleanText(most.client)}` : '';
  return `Downloads ${verb} ${change.text.slice(1)} yesterday against ${dayRangeLabel({ from, to: from })}${cause}.`;
}

function sumOf(rows: readonly AggregationRow[]): number {
  return rows.reduce((sum, { total }) => sum + total, 0);
}

function ofClient(rows: readonly AggregationRow[], client: string): number {
  return sumOf(rows.filter((row) => row.client === client));
}
