/** Numbers of share links, cached for five minutes. Concurrent queries are limited, also by owner. */
import { LRUCache } from 'lru-cache';
import { botAudiences } from 'contract/analytics/audience';
import {
  type Change,
  changeOfTotals,
  changeOfUsers,
  comparedPeriod,
  historyReason,
} from 'contract/analytics/compared-periods';
import type { PublicShare, SharePart } from 'contract/analytics/share-links';
import { cleanText } from 'contract/floor/printable';
import { dayMs, dayOf, minuteMs, time } from 'contract/floor/time';
import { utc } from 'contract/floor/time-zone';
import type { ShareLinkRow } from '../../floor/db/hosting-schema';
import { excludeAudiences } from '../../events/query/filter';
import type { AggregateQuery, AggregateRow } from '../../events/shape/store';
import { snapshotAt } from '../../events/scoped-store';
import { eventRules, type ReportServices } from '../funnel/event-rules';
import { packageNames } from '../../packages/packages';
import type { FairQueue } from '../../floor/calls/fair-queue';
import type { TimeRange } from './time-range';
import { provenVersions } from './proven-versions';
import { sharedContent } from './share-links';
import { historyBeginsIn } from './history';
import { usersOf } from './unique-counts';

export interface ShareNumbers {
  /** Throws server-is-busy, or too-much-at-once if the owner's links cause it. */
  numbersOf(parts: ReportServices, link: ShareLinkRow, days: number): Promise<PublicShare>;
}

const keptMs = 5 * minuteMs;
const keptMax = 1_000;

/** Concurrent requests share one query. `turns`: of public numbers, by owner. */
export function createShareNumbers(turns: FairQueue): ShareNumbers {
  let kept = new LRUCache<string, { until: number; numbers: Promise<PublicShare> }>({ max: keptMax });
  return {
    async numbersOf(parts, link, days) {
      let key = `${link.id} ${days}`;
      let known = kept.get(key);
      if (known && known.until > parts.clock()) return known.numbers;
      let numbers = turns.take(link.owner_id, () => countOf(parts, link, days));
      kept.set(key, { until: parts.clock() + keptMs, numbers });
      numbers.catch(() => kept.delete(key));
      return numbers;
    },
  };
}

const rowsMax = 10;
const countriesMax = 15;
const dailyDaysMax = 92;

type Breakdown = AggregateQuery['breakdowns'][number];

const lists: Record<SharePart, { breakdown: Breakdown; field: string; limit: number }> = {
  versions: { breakdown: 'by-version', field: 'version', limit: rowsMax },
  platforms: { breakdown: 'by-platform', field: 'platform', limit: rowsMax },
  clients: { breakdown: 'by-client', field: 'client', limit: rowsMax },
  countries: { breakdown: 'by-country', field: 'country', limit: countriesMax },
  companies: { breakdown: 'by-company', field: 'company_name', limit: rowsMax },
};

type Ask = (asked: Partial<Omit<AggregateQuery, 'breakdowns'>> & { breakdown?: Breakdown }) => Promise<AggregateRow[]>;

/** One snapshot, under the owner's filters and corrections, as on their pages. */
async function countOf(all: ReportServices, link: ShareLinkRow, days: number): Promise<PublicShare> {
  let parts = { ...all, events: snapshotAt(all.events, await all.events.lastEvent(link.owner_id)) };
  let { shows, longestDays } = sharedContent(link);
  let until = (Math.floor(parts.clock() / dayMs) + 1) * dayMs;
  let range: TimeRange = { from: until - days * dayMs, until };
  let step = days > dailyDaysMax ? ('weekly' as const) : ('daily' as const);
  let names =
    (link.package_id ?? link.pixel_id) ? new Map<string, string>() : await packageNames(parts.records, link.owner_id);
  let dayRange = { from: dayOf(range.from), to: dayOf(until - dayMs) };
  let { spans } = comparedPeriod(dayRange, '', { zone: utc, now: parts.clock() });
  let artifacts = sharedArtifacts(link, names);
  let ask = await shareQuery(parts, link, { ...artifacts, ...range });
  let [whole] = await ask({ uniques: 'origins' });
  let [now] = await ask({ ...timesOf(spans.now), uniques: 'origins' });
  let [before] = await ask({ ...timesOf(spans.before), uniques: 'origins' });
  let first = await historyBeginsIn(parts.events, artifacts, spans.before);
  let firstDay = await historyBeginsIn(parts.events, artifacts, range);
  let series = await ask({ rollup: step, uniques: 'none' });
  let isShown = shows.includes('versions') ? await shownVersions(parts, link) : undefined;
  let parted: Partial<Record<SharePart, { name: string; total: number }[]>> = {};
  for (let part of shows) {
    let { breakdown, field, limit } = lists[part];
    let groupByArtifact = part === 'versions' && names.size > 1;
    let includeLowConfidence = part !== 'companies';
    let isVersions = part === 'versions';
    let asked = { breakdown, groupByArtifact, includeLowConfidence, uniques: 'none' as const };
    let all = await ask({ ...asked, ...(isVersions ? {} : { limit }) });
    let rows = isVersions ? all.filter((row) => isShown!(row)).slice(0, limit) : all;
    let nameOf = ({ values, artifactId = '' }: AggregateRow) => {
      let name = values[field] ?? '';
      return groupByArtifact && name ? `${names.get(artifactId) ?? ''} ${name}`.trim() : name;
    };
    parted[part] = rows.map((row) => ({ name: cleanText(nameOf(row)), total: row.total }));
  }
  let thing = link.pixel_id === null ? 'download' : 'view';
  let withHistory = (change: Change) =>
    first === undefined ? change : { ...change, why: historyReason(thing, first) };
  return {
    title: link.title,
    counts: link.pixel_id === null ? 'downloads' : 'views',
    days,
    longest_days: longestDays,
    start_date: dayRange.from,
    end_date: dayRange.to,
    step,
    first_day: firstDay ?? dayRange.from,
    total: whole?.total ?? 0,
    total_before: before?.total ?? 0,
    unique: usersOf(whole).users,
    unique_before: usersOf(before).users,
    until: time(spans.now.until),
    total_change: withHistory(changeOfTotals(now?.total ?? 0, before?.total ?? 0, spans)),
    unique_change: withHistory(changeOfUsers(usersOf(now), usersOf(before), spans)),
    series: series.map(({ date = '', total }) => ({ date, total })),
    ...parted,
    has_password: link.password_hash !== '',
  };
}

/** Tells proven versions, and downloads without one, of the packages of a link. */
async function shownVersions({ records, events, clock }: ReportServices, { owner_id, package_id }: ShareLinkRow) {
  let packages = await records
    .selectFrom('packages')
    .select(['id', 'type'])
    .where('owner_id', '=', owner_id)
    .$if(package_id !== null, (query) => query.where('id', '=', package_id!))
    .execute();
  let isProven = await provenVersions(events, packages, clock());
  let only = packages.length === 1 ? packages[0]!.id : '';
  return ({ artifactId = only, values: { version = '' } }: AggregateRow) =>
    version === '' || isProven(artifactId, version);
}

function timesOf({ from, until }: TimeRange): TimeRange {
  return { from, until };
}

type SharedArtifacts = Pick<AggregateQuery, 'artifactType' | 'artifactIds'>;

function sharedArtifacts({ package_id, pixel_id }: ShareLinkRow, names: Map<string, string>): SharedArtifacts {
  let one = package_id ?? pixel_id;
  return {
    artifactType: pixel_id === null ? 'package' : 'tracking-pixel',
    artifactIds: one === null ? [...names.keys()] : [one],
  };
}

async function shareQuery(parts: ReportServices, link: ShareLinkRow, of: SharedArtifacts & TimeRange): Promise<Ask> {
  let { conditions, hidesNoise, shows } = sharedContent(link);
  let { owner_id } = link;
  let rulesFor = async (includeLowConfidence: boolean) => {
    let rules = await eventRules(parts, owner_id, { where: conditions }, includeLowConfidence);
    for (let one of excludeAudiences(hidesNoise ? botAudiences : [])) rules.filters.push(one);
    return rules;
  };
  let all = await rulesFor(true);
  let sure = shows.includes('companies') ? await rulesFor(false) : all;
  return async ({ breakdown = 'by-total', includeLowConfidence = true, ...asked }) => {
    if (of.artifactIds.length === 0) return [];
    return parts.events.aggregate({
      ...of,
      rollup: 'total',
      groupByArtifact: false,
      ...(includeLowConfidence ? all : sure),
      ...asked,
      includeLowConfidence,
      breakdowns: [breakdown],
    });
  };
}
