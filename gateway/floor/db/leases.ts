/**
 * Divides numbered shares of work evenly among processes. A process has a lease as long as its PostgreSQL
 * session lasts, so what it writes through that session it writes as the holder.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PgSession } from './session';

/** Arbitrary, and the same in all versions. */
const leaseClass = 720_844;
const memberClass = 720_845;
const turnClass = 720_846;
const tryEveryMs = 100;

export interface Leases {
  /** In ascending order. */
  held(): number[];
  /** Shares to give back, so that others get theirs; none may be worked on any more. */
  surplus(): Promise<number[]>;
  giveBack(shares: readonly number[]): Promise<void>;
  /** Takes free shares, up to an even part; returns whether there were any. */
  takeMore(): Promise<boolean>;
}

/** Becomes a member. The shares are 1 to `count`. */
export async function joinLeases({ query }: PgSession, count: number): Promise<Leases> {
  let held = new Set<number>();
  await query('select pg_advisory_lock_shared($1, 0)', [memberClass]);

  async function evenPart(): Promise<number> {
    let [row] = await query(
      "select count(*) as members from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted " +
        'and database = (select oid from pg_database where datname = current_database())',
      [memberClass],
    );
    return Math.ceil(count / Math.max(1, Number(row?.members)));
  }

  let inOrder = () => [...held].sort((a, b) => a - b);

  return {
    held: inOrder,
    surplus: async () => inOrder().slice(await evenPart()),
    async giveBack(shares) {
      for (let share of shares) {
        await query('select pg_advisory_unlock($1, $2)', [leaseClass, share]);
        held.delete(share);
      }
    },
    async takeMore() {
      let part = await evenPart();
      let had = held.size;
      for (let share = 1; share <= count && held.size < part; share++)
        if (!held.has(share) && (await tryLock(query, leaseClass, share))) held.add(share);
      return held.size > had;
    },
  };
}

/** Runs `work` while no other process is in its turn. */
export async function inTurn<T>({ query }: PgSession, work: () => Promise<T>): Promise<T> {
  while (!(await tryLock(query, turnClass, 0))) await pause(tryEveryMs);
  return work().finally(() => query('select pg_advisory_unlock($1, 0)', [turnClass]));
}

async function tryLock(query: PgSession['query'], kind: number, share: number): Promise<boolean> {
  return Boolean((await query('select pg_try_advisory_lock($1, $2) as has', [kind, share]))[0]?.has);
}
