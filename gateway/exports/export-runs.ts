/** Stored runs of scheduled exports. */
import { uuidv7 } from 'uuidv7';
import { dayMs, dayOf } from 'contract/floor/time';
import type { PageQuery } from 'contract/rules/route';
import { newestPage, type Page } from '../floor/db/page';
import type { ExportRunRow, Records, ScheduledExportRow } from '../floor/db/schema';

/** For how many days a missed run of a scheduled export is made up for. */
const exportCatchUpDays = 7;

type ExportRef = Pick<ScheduledExportRow, 'id' | 'owner_id' | 's3_uri'>;

/**
 * Plans one run per scheduled export and day, for the last days up to `lastDay` (milliseconds, UTC
 * midnight).
 */
export async function planRuns(records: Records, lastDay: number, now: number): Promise<void> {
  let days = Array.from({ length: exportCatchUpDays }, (_, i) => dayOf(lastDay - i * dayMs)).reverse();
  let [exports, planned] = await Promise.all([
    records
      .selectFrom('scheduled_exports')
      .select(['id', 'owner_id', 's3_uri', 'first_day'])
      .where('first_day', '<=', dayOf(lastDay))
      .execute(),
    records
      .selectFrom('export_runs')
      .select('slot')
      .where('cause', '=', 'scheduled')
      .where('day', 'in', days)
      .execute(),
  ]);
  let known = new Set(planned.map(({ slot }) => slot));
  let missing = exports.flatMap((of) =>
    days.filter((day) => day >= of.first_day && !known.has(slotOf(of, day))).map((day) => runOf(of, day, now)),
  );
  for (let row of missing)
    await records
      .insertInto('export_runs')
      .values(row)
      .onConflict((c) => c.column('slot').doNothing())
      .execute();
}

export async function addManualRun(records: Records, of: ExportRef, day: string, now: number): Promise<ExportRunRow> {
  let row: ExportRunRow = { ...runOf(of, day, now), cause: 'manual' };
  row.slot = row.id;
  await records.insertInto('export_runs').values(row).execute();
  return row;
}

function runOf({ id, owner_id, s3_uri }: ExportRef, day: string, now: number): ExportRunRow {
  return {
    id: uuidv7(),
    scheduled_export_id: id,
    owner_id,
    s3_uri,
    day,
    slot: slotOf({ id }, day),
    cause: 'scheduled',
    status: 'waiting',
    attempts: 0,
    reason: '',
    row_count: 0,
    byte_count: 0,
    files: '[]',
    due_at: now,
    created_at: now,
    finished_at: null,
  };
}

function slotOf({ id }: Pick<ExportRef, 'id'>, day: string): string {
  return `${id} ${day}`;
}

/**
 * Claims the run that has been due longest: a waiting one, or one whose lease has expired. Skips the
 * owners `butNot`.
 */
export async function claimRun(
  records: Records,
  { now, leaseMs, butNot }: { now: number; leaseMs: number; butNot: readonly string[] },
): Promise<ExportRunRow | undefined> {
  let runs = records.selectFrom('export_runs');
  for (;;) {
    let row = await (butNot.length > 0 ? runs.where('owner_id', 'not in', butNot) : runs)
      .selectAll()
      .where('status', 'in', ['waiting', 'running'])
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    let taken = { status: 'running' as const, attempts: row.attempts + 1, due_at: now + leaseMs };
    let { numUpdatedRows } = await records
      .updateTable('export_runs')
      .set(taken)
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .where('attempts', '=', row.attempts)
      .where('due_at', '=', row.due_at)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return { ...row, ...taken };
  }
}

export async function updateRun(records: Records, id: string, change: Partial<ExportRunRow>): Promise<void> {
  await records.updateTable('export_runs').set(change).where('id', '=', id).execute();
}

/** Manual runs that are not finished. */
export async function countOpenRuns(records: Records, exportId: string): Promise<number> {
  let { total } = await records
    .selectFrom('export_runs')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('scheduled_export_id', '=', exportId)
    .where('cause', '=', 'manual')
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return total;
}

/** Newest first; `page.after` is the id of a run. */
export async function runPage(records: Records, ownerId: string, page: PageQuery): Promise<Page<ExportRunRow>> {
  return newestPage(records.selectFrom('export_runs').where('owner_id', '=', ownerId), page);
}

/** Deletes runs that finished before a time (milliseconds). */
export async function deleteRunsBefore(records: Records, time: number): Promise<void> {
  await records.deleteFrom('export_runs').where('created_at', '<', time).where('finished_at', 'is not', null).execute();
}
