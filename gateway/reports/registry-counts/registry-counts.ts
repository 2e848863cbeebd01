/** Stored counters and download counts of registries. */
import type { RegistryCountsFailure } from 'contract/analytics/registry-counts';
import type { PackageTypeName } from 'contract/packages/packages';
import type { RegistryCounterRow } from '../../floor/db/hosting-schema';
import type { Records } from '../../floor/db/schema';
import type { CountedDays, DayCount } from './npm-counts';

/** Undefined if the counter is off. */
export async function registryCounter(records: Records, packageId: string): Promise<RegistryCounterRow | undefined> {
  return records.selectFrom('registry_counters').selectAll().where('package_id', '=', packageId).executeTakeFirst();
}

/** Switching off deletes the fetched counts. */
export async function setRegistryCounter(
  records: Records,
  packageId: string,
  isOn: boolean,
  now: number,
): Promise<void> {
  if (isOn) {
    await records
      .insertInto('registry_counters')
      .values({ package_id: packageId, fetched_at: null, failing_since: null, failure: null, next_fetch_at: now })
      .onConflict((conflict) => conflict.column('package_id').doNothing())
      .execute();
    return;
  }
  await records.deleteFrom('registry_counters').where('package_id', '=', packageId).execute();
}

/** Sorted by day. */
export async function storedRegistryCounts(
  records: Records,
  packageId: string,
  { from, to }: CountedDays,
): Promise<DayCount[]> {
  return records
    .selectFrom('registry_counts')
    .select(['day', 'downloads'])
    .where('package_id', '=', packageId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
}

export type DueCounter = RegistryCounterRow & { name: string };

/** Longest waiting first. */
export async function dueCounters(
  records: Records,
  type: PackageTypeName,
  now: number,
  limit: number,
): Promise<DueCounter[]> {
  return records
    .selectFrom('registry_counters')
    .innerJoin('packages', 'packages.id', 'registry_counters.package_id')
    .selectAll('registry_counters')
    .select('packages.name')
    .where('packages.type', '=', type)
    .where('next_fetch_at', '<=', now)
    .orderBy('next_fetch_at')
    .orderBy('package_id')
    .limit(limit)
    .execute();
}

/** Days per statement. */
const daysAtOnce = 200;

/** Replaces the stored counts of the same days. */
export async function saveRegistryCounts(
  records: Records,
  packageId: string,
  days: readonly DayCount[],
  { now, nextFetchAt }: { now: number; nextFetchAt: number },
): Promise<void> {
  await records.transaction().execute(async (change) => {
    let { numUpdatedRows } = await change
      .updateTable('registry_counters')
      .set({ fetched_at: now, failing_since: null, failure: null, next_fetch_at: nextFetchAt })
      .where('package_id', '=', packageId)
      .executeTakeFirst();
    // Switched off or deleted meanwhile.
    if (numUpdatedRows === 0n) return;
    for (let i = 0; i < days.length; i += daysAtOnce)
      await change
        .insertInto('registry_counts')
        .values(days.slice(i, i + daysAtOnce).map((one) => ({ package_id: packageId, ...one })))
        .onConflict((conflict) =>
          conflict.columns(['package_id', 'day']).doUpdateSet((e) => ({ downloads: e.ref('excluded.downloads') })),
        )
        .execute();
  });
}

/** Keeps `failing_since` of counters that failed before. */
export async function recordFetchFailure(
  records: Records,
  packageIds: readonly string[],
  failure: RegistryCountsFailure,
  { now, nextFetchAt }: { now: number; nextFetchAt: number },
): Promise<void> {
  await records
    .updateTable('registry_counters')
    .set((e) => ({
      failure,
      next_fetch_at: nextFetchAt,
      failing_since: e.fn.coalesce('failing_since', e.val(now)),
    }))
    .where('package_id', 'in', packageIds)
    .execute();
}
