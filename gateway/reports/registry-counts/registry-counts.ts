/** Stored counters and download counts of registries. */
import type { RegistryCountsFailure } from 'contract/analytics/registry-counts';
import { recordAudit, type ActorContext } from '../../floor/audit';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { PackageRow, RegistryCounterRow } from '../../floor/db/hosting-schema';
import type { Records } from '../../floor/db/schema';
import { isCountedType, type CountedType } from 'contract/analytics/count-sources';
import type { CountedDays, DayCount } from './count-sources';

/** Undefined if the counter is off. */
export async function registryCounter(records: Records, packageId: string): Promise<RegistryCounterRow | undefined> {
  return records.selectFrom('registry_counters').selectAll().where('package_id', '=', packageId).executeTakeFirst();
}

/** `next_fetch_at` of counts that are only uploaded. */
export const neverFetched = Number.MAX_SAFE_INTEGER;

/** Switching on also fetches counts that were only uploaded; switching off deletes all. */
export async function setRegistryCounter(
  records: Records,
  { owner, item, act }: CounterChange,
  isOn: boolean,
): Promise<void> {
  await records.transaction().execute(async (change) => {
    let hasChanged = isOn ? await startFetching(change, item.id, act.time) : await deleteCounter(change, item.id);
    let action = isOn ? ('registry-counts-on' as const) : ('registry-counts-deleted' as const);
    if (hasChanged) await recordAudit(change, act, { action, owner, target: item.name });
  });
}

interface CounterChange {
  owner: Pick<OwnerRow, 'id' | 'name'>;
  item: Pick<PackageRow, 'id' | 'name'>;
  act: ActorContext;
}

async function startFetching(change: Records, packageId: string, now: number): Promise<boolean> {
  let { numInsertedOrUpdatedRows } = await change
    .insertInto('registry_counters')
    .values(newCounter(packageId, now))
    .onConflict((conflict) =>
      conflict
        .column('package_id')
        .doUpdateSet({ next_fetch_at: now })
        .where('registry_counters.next_fetch_at', '=', neverFetched),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

async function deleteCounter(change: Records, packageId: string): Promise<boolean> {
  let { numDeletedRows } = await change
    .deleteFrom('registry_counters')
    .where('package_id', '=', packageId)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

function newCounter(packageId: string, nextFetchAt: number): RegistryCounterRow {
  return {
    package_id: packageId,
    fetched_at: null,
    failing_since: null,
    failure: null,
    next_fetch_at: nextFetchAt,
    total: null,
  };
}

/** Turns the counter on; one that is on is fetched as before. */
export async function storeUploadedCounts(
  records: Records,
  { owner, item, act }: CounterChange,
  days: readonly DayCount[],
  nextFetchAt: number,
): Promise<void> {
  await records.transaction().execute(async (change) => {
    await change
      .insertInto('registry_counters')
      .values(newCounter(item.id, nextFetchAt))
      .onConflict((conflict) =>
        // Changes nothing, but locks the row: the counter stays on until the days are stored.
        conflict.column('package_id').doUpdateSet((e) => ({ next_fetch_at: e.ref('registry_counters.next_fetch_at') })),
      )
      .execute();
    await replaceDays(change, item.id, days);
    let target = `${item.name}, ${days.length === 1 ? '1 day' : `${days.length} days`}`;
    await recordAudit(change, act, { action: 'registry-counts-uploaded', owner, target });
  });
}

/** The first and the last day; null without one. */
export async function storedDays(records: Records, packageId: string) {
  let { first = null, last = null } =
    (await records
      .selectFrom('registry_counts')
      .select((e) => [e.fn.min('day').as('first'), e.fn.max('day').as('last')])
      .where('package_id', '=', packageId)
      .executeTakeFirst()) ?? {};
  return { first_day: first, last_day: last };
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

/** What a registry calls a package; undefined if none counts it. */
export async function countedName(
  records: Records,
  { id, type, name, repository_name, backend_registry }: CountedPackage,
): Promise<string | undefined> {
  if (type === 'docker') return backend_registry === dockerHub ? (repository_name ?? name) : undefined;
  if (type !== 'file') return isCountedType(type) ? name : undefined;
  let routes = await records.selectFrom('routes').select('outgoing_url').where('package_id', '=', id).execute();
  return routes
    .map(({ outgoing_url }) => releasesOf.exec(outgoing_url ?? '')?.[1])
    .find((found) => found !== undefined);
}

type CountedPackage = Pick<PackageRow, 'id' | 'type' | 'name' | 'repository_name' | 'backend_registry'>;

const dockerHub = 'docker.io';
const releasesOf = /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/releases\//;

export interface DueCounter extends RegistryCounterRow {
  owner_id: string;
  item: CountedPackage & { type: CountedType };
}

/** One of each owner in turn, so that an owner with very many leaves room for others; longest waiting first. */
export async function dueCounters(
  records: Records,
  type: CountedType,
  now: number,
  limit: number,
): Promise<DueCounter[]> {
  let rows = await records
    .selectFrom('registry_counters')
    .innerJoin('packages', 'packages.id', 'registry_counters.package_id')
    .selectAll('registry_counters')
    .select(['packages.owner_id', 'packages.name', 'packages.repository_name', 'packages.backend_registry'])
    .select((e) =>
      e.fn
        .agg<number>('row_number')
        .over((own) => own.partitionBy('packages.owner_id').orderBy('next_fetch_at').orderBy('package_id'))
        .as('place'),
    )
    .where('packages.type', '=', type)
    .where('next_fetch_at', '<=', now)
    .orderBy('place')
    .orderBy('next_fetch_at')
    .orderBy('package_id')
    .limit(limit)
    .execute();
  return rows.map(({ name, repository_name, backend_registry, ...counter }) => ({
    ...counter,
    item: { id: counter.package_id, type, name, repository_name, backend_registry },
  }));
}

/** Days per statement. */
const daysAtOnce = 200;

/** Replaces the stored counts of the same days. */
export async function saveRegistryCounts(
  records: Records,
  packageId: string,
  { days, total = null }: { days: readonly DayCount[]; total?: number | null },
  { now, nextFetchAt }: { now: number; nextFetchAt: number },
): Promise<void> {
  await records.transaction().execute(async (change) => {
    let { numUpdatedRows } = await change
      .updateTable('registry_counters')
      .set({ fetched_at: now, failing_since: null, failure: null, next_fetch_at: nextFetchAt, total })
      .where('package_id', '=', packageId)
      .executeTakeFirst();
    // Switched off or deleted meanwhile.
    if (numUpdatedRows === 0n) return;
    await replaceDays(change, packageId, days);
  });
}

/** Other days stay. */
async function replaceDays(change: Records, packageId: string, days: readonly DayCount[]): Promise<void> {
  for (let i = 0; i < days.length; i += daysAtOnce)
    await change
      .insertInto('registry_counts')
      .values(days.slice(i, i + daysAtOnce).map(({ day, downloads }) => ({ package_id: packageId, day, downloads })))
      .onConflict((conflict) =>
        conflict.columns(['package_id', 'day']).doUpdateSet((e) => ({ downloads: e.ref('excluded.downloads') })),
      )
      .execute();
}

/** Keeps `failing_since` of counters that failed before. */
export async function recordFetchFailure(
  records: Records,
  packageId: string,
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
    .where('package_id', '=', packageId)
    .execute();
}
