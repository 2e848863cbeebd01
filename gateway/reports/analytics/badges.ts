/** Badges of packages, and their numbers, which are cached for ten minutes. */
import { LRUCache } from 'lru-cache';
import type { BadgeKind, BadgeNumbers } from 'contract/analytics/badges';
import * as limits from 'contract/floor/limits';
import { newestRelease } from 'contract/packages/version-order';
import { dayMs } from 'contract/floor/time';
import type { Records } from '../../floor/db/schema';
import type { FairQueue } from '../../floor/calls/fair-queue';
import type { AggregateQuery } from '../../events/shape/store';
import { eventRules, type ReportServices } from '../funnel/event-rules';
import { provenVersions } from './proven-versions';
import { allTime, type TimeRange } from './time-range';

export async function packageBadges(records: Records, packageId: string): Promise<BadgeKind[]> {
  let rows = await records.selectFrom('package_badges').select('kind').where('package_id', '=', packageId).execute();
  return rows.map(({ kind }) => kind).sort();
}

/** Switches all other badges off. */
export async function setBadges(
  records: Records,
  packageId: string,
  kinds: readonly BadgeKind[],
  now: number,
): Promise<void> {
  await records.transaction().execute(async (change) => {
    await change.deleteFrom('package_badges').where('package_id', '=', packageId).execute();
    for (let kind of new Set(kinds))
      await change.insertInto('package_badges').values({ package_id: packageId, kind, created_at: now }).execute();
  });
}

interface BadgedPackage {
  id: string;
  type: string;
  owner_id: string;
}

/** Undefined if the badge is off or the owner is suspended. */
export async function packageWithBadge(
  records: Records,
  packageId: string,
  kind: BadgeKind,
): Promise<BadgedPackage | undefined> {
  return records
    .selectFrom('package_badges')
    .innerJoin('packages', 'packages.id', 'package_badges.package_id')
    .innerJoin('owners', 'owners.id', 'packages.owner_id')
    .where('package_badges.package_id', '=', packageId)
    .where('package_badges.kind', '=', kind)
    .where('owners.suspended_at', 'is', null)
    .select(['packages.id', 'packages.type', 'packages.owner_id'])
    .executeTakeFirst();
}

export interface BadgeCounts {
  /** Throws server-is-busy, or too-much-at-once if the owner's badges cause it. */
  numbersOf(parts: ReportServices, item: BadgedPackage, kind: BadgeKind): Promise<BadgeNumbers>;
}

const keptMs = 10 * 60_000;
const keptMax = 5_000;

/** Concurrent requests share one query. `turns`: of public numbers, by owner. */
export function createBadgeCounts(turns: FairQueue): BadgeCounts {
  let kept = new LRUCache<string, { until: number; numbers: Promise<BadgeNumbers> }>({ max: keptMax });
  return {
    numbersOf(parts, item, kind) {
      let key = `${item.id} ${kind}`;
      let known = kept.get(key);
      if (known && known.until > parts.clock()) return known.numbers;
      let numbers = turns.take(item.owner_id, () => countOf(parts, item, kind));
      kept.set(key, { until: parts.clock() + keptMs, numbers });
      numbers.catch(() => kept.delete(key));
      return numbers;
    },
  };
}

/** Under the owner's filters and corrections, as on their pages. */
async function countOf(
  parts: ReportServices,
  { id, type, owner_id }: BadgedPackage,
  kind: BadgeKind,
): Promise<BadgeNumbers> {
  let now = parts.clock();
  let ofCompanies = kind === 'companies';
  let rules = await eventRules(parts, owner_id, {}, !ofCompanies);
  if (ofCompanies) {
    let asked = { packageIds: [id], pixelIds: [], ...lastMonth(now), includeLowConfidence: false, ...rules };
    return { kind, part: (await parts.events.companies(asked)).length };
  }
  let ask = (range: TimeRange, more: Pick<AggregateQuery, 'breakdowns'> & Partial<AggregateQuery>) => {
    let query: AggregateQuery = {
      artifactType: 'package',
      artifactIds: [id],
      ...range,
      rollup: 'total',
      groupByArtifact: false,
      includeLowConfidence: true,
      uniques: 'none',
      ...rules,
      ...more,
    };
    return parts.events.aggregate(query);
  };
  if (kind === 'downloads')
    return { kind, part: (await ask(allTime(now), { breakdowns: ['by-total'] }))[0]?.total ?? 0 };
  let { until } = allTime(now);
  let rows = await ask({ from: until - limits.aggregationDaysDefault * dayMs, until }, { breakdowns: ['by-version'] });
  let versions = rows.map(({ values, total }) => ({ version: values.version!, total }));
  let whole = versions.reduce((sum, { total }) => sum + total, 0);
  let isProven = await provenVersions(parts.events, [{ id, type }], now);
  let newest = newestRelease(
    versions.filter(({ version }) => isProven(id, version)),
    type,
  );
  return { kind, part: newest?.total ?? 0, whole, version: newest?.version ?? '' };
}

function lastMonth(now: number): TimeRange {
  let today = new Date(now);
  let monthAt = (of: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + of, 1);
  return { from: monthAt(-1), until: monthAt(0) };
}
