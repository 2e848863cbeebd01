/**
 * Deletes the rows of replaced parts, once no question can read them. No part may be in the making
 * meanwhile.
 */
import { minuteMs } from 'contract/floor/time';
import type { Clickhouse } from './client';
import { rowsOn } from './definitions';
import { rowTables } from './summary-rows';

export interface SummarySweep {
  /** Parts were replaced. */
  replaced(): void;
  /**
   * Deletes what was dead two minutes ago and is dead now: a server can lack the newest entries for a
   * moment.
   */
  some(): Promise<void>;
  /** Resolves when nothing of replaced parts is left. */
  all(): Promise<void>;
}

/** By table, the numbers of parts. */
type Parts = ReadonlyMap<string, readonly string[]>;

/** Longer than a question takes that reads replaced parts. */
const sweepAfterMs = 2 * minuteMs;
/** A statement of a replicated table is kept in Keeper, which takes texts of less than a megabyte. */
const deletedMax = 20_000;

export function createSweep(server: Clickhouse): SummarySweep {
  /** Parts of an earlier process can have been replaced. */
  let hasGarbage = true;
  let listed: { at: number; parts: Parts } | undefined;

  async function dead(): Promise<Parts> {
    // One server says for all shards which parts are valid.
    let latest = 'SELECT argMax(part, rank) FROM summary_parts GROUP BY artifact, month';
    let found = new Map<string, string[]>();
    for (let { name } of rowTables) {
      let rows = await server.ask(`SELECT DISTINCT part FROM ${name} WHERE part GLOBAL NOT IN (${latest})`);
      found.set(
        name,
        rows.map(({ part }) => String(part)),
      );
    }
    return found;
  }

  function deletionsOf(parts: Parts): string[] {
    return [...parts].flatMap(([name, all]) =>
      Array.from({ length: Math.ceil(all.length / deletedMax) }, (_, i) => {
        let some = all.slice(i * deletedMax, (i + 1) * deletedMax);
        return `ALTER TABLE ${rowsOn(server, name)} DELETE WHERE part IN (${some.join(', ')})`;
      }),
    );
  }

  return {
    replaced: () => void (hasGarbage = true),
    async some() {
      let isOver = listed !== undefined && performance.now() - listed.at >= sweepAfterMs;
      if (!isOver && (!hasGarbage || listed)) return;
      let parts = await dead();
      if (listed) for (let text of deletionsOf(inBoth(listed.parts, parts))) await server.begin(text);
      listed = listed ? undefined : { at: performance.now(), parts };
      hasGarbage = listed === undefined && [...parts.values()].some(({ length }) => length > 0);
    },
    async all() {
      for (let text of deletionsOf(await dead())) await server.run(text);
    },
  };
}

function inBoth(one: Parts, other: Parts): Parts {
  return new Map(
    [...one].map(([name, parts]) => {
      let found = new Set(other.get(name));
      return [name, parts.filter((part) => found.has(part))];
    }),
  );
}
