/**
 * Visitor periods that all edge nodes share: a secret for each, from which owners' salts are
 * derived. They are sealed in PostgreSQL; nodes keep a copy of this period and the next, so that a
 * period also starts while PostgreSQL is down.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { periodEnd, periodName, type SaltRotation } from 'contract/analytics/id-periods';
import { dayMs } from 'contract/floor/time';
import type { Records } from 'gateway/floor/db/schema';
import { byAge } from 'gateway/floor/installation-clock';
import type { SecretSealer } from 'gateway/floor/sealer';
import { randomSecret } from './secrets';

const SaltPeriod = z.object({
  /** The name in events, see contract/analytics/id-periods.ts. */
  name: z.string().min(1),
  secret: z.string().min(1),
  rotation: z.string(),
  /** In milliseconds; null: never. */
  ends: z.number().nullable(),
});
type SaltPeriod = z.infer<typeof SaltPeriod>;

const Kept = z.object({ format: z.literal(1), periods: z.array(SaltPeriod) });

export interface SharedPeriods {
  /** The period of a time; undefined while the node does not have it. */
  of(rotation: SaltRotation, time: number): SaltPeriod | undefined;
  /** Fetches this period and the next one, creating them if needed. */
  fetch(records: Records, sealer: SecretSealer, at: { rotation: SaltRotation; now: number }): Promise<void>;
}

export function openSharedPeriods(folder: string): SharedPeriods {
  let file = path.join(folder, 'edge', 'periods.json');
  let periods = readKept(file);

  function keep(): void {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify({ format: 1, periods }), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }

  return {
    of(rotation, time) {
      let ends = endOf(rotation, time);
      return periods.find((period) => period.rotation === rotation && period.ends === ends);
    },
    async fetch(records, sealer, { rotation, now }) {
      let end = endOf(rotation, now);
      let wanted = [await shared(records, sealer, { rotation, begins: now })];
      if (end !== null) wanted.push(await shared(records, sealer, { rotation, begins: end }));
      await byAge(records, now, () => forgetOld(records, now));
      if (JSON.stringify(wanted) === JSON.stringify(periods)) return;
      periods = wanted;
      keep();
    },
  };
}

function endOf(rotation: SaltRotation, time: number): number | null {
  let end = periodEnd(rotation, time);
  return Number.isFinite(end) ? end : null;
}

const notePrefix = 'visitors ';

/** Reads a period from PostgreSQL, or creates it. */
async function shared(
  records: Records,
  sealer: SecretSealer,
  { rotation, begins }: { rotation: SaltRotation; begins: number },
): Promise<SaltPeriod> {
  let ends = endOf(rotation, begins);
  let name = `${notePrefix}${rotation} ${ends ?? 'never'}`;
  let fresh: SaltPeriod = { name: periodName(rotation, begins), secret: randomSecret(), rotation, ends };
  await records
    .insertInto('notes')
    .values({ name, text: sealer.seal(JSON.stringify(fresh), name) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  let { text } = await records.selectFrom('notes').select('text').where('name', '=', name).executeTakeFirstOrThrow();
  let opened = sealer.open(text, name);
  if (opened === undefined) throw new Error('SECRETS_ENCRYPTION_KEY cannot decrypt the data in PostgreSQL.');
  if (!sealer.isCurrent(text, name))
    await records
      .updateTable('notes')
      .set({ text: sealer.seal(opened, name) })
      .where('name', '=', name)
      .where('text', '=', text)
      .execute();
  return SaltPeriod.parse(JSON.parse(opened));
}

/** Clocks of nodes differ by less than a day. */
async function forgetOld(records: Records, now: number): Promise<void> {
  let rows = await records.selectFrom('notes').select('name').where('name', 'like', `${notePrefix}%`).execute();
  for (let { name } of rows) {
    let end = Number(name.split(' ').at(-1));
    if (end < now - dayMs) await records.deleteFrom('notes').where('name', '=', name).execute();
  }
}

/** An unreadable file is fetched again. */
function readKept(file: string): SaltPeriod[] {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8'))).periods;
  } catch {
    return [];
  }
}
