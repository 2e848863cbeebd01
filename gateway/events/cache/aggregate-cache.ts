/**
 * Cached aggregates. One is valid until an event of its artifacts and days is written, and is then
 * updated with the new events.
 */
import { LRUCache } from 'lru-cache';
import { dayMs } from 'contract/floor/time';
import { utc } from 'contract/floor/time-zone';
import type { Event } from 'contract/event-fields';
import { partitionIn, type Ends } from '../shape/ends';
import type { AggregateQuery, AggregateRow, CacheCounts } from '../shape/store';

export interface CachedAggregate {
  rows: AggregateRow[];
  /** All rows, ignoring the query's limit, so that newer events can be added. */
  complete: boolean;
}

/** The aggregate of an earlier snapshot: events with a `seq` below `end`. */
export interface EarlierAggregate extends CachedAggregate {
  end: number;
}

export interface AggregateCache {
  /**
   * The aggregate of events with a `seq` below `end`: cached, shared with a running query, or from
   * `ask`, which gets the earlier aggregate to update, if any.
   */
  get(
    query: AggregateQuery,
    end: number,
    ask: (earlier?: EarlierAggregate) => Promise<CachedAggregate>,
  ): Promise<CachedAggregate>;
  /** A random cached aggregate. */
  sample(): (Pick<Kept, 'query'> & Version) | undefined;
  forget(query: AggregateQuery): void;
  /** These events are stored now or in a moment, starting at `seq`. */
  written(events: readonly Event[], seq: number): void;
  /** An event of this artifact and time counts differently from snapshot `seq` on. */
  changed(about: Pick<Event, 'artifactType' | 'artifactId' | 'time'>, seq: number): void;
  counts(): CacheCounts;
  clear(ends: Ends): void;
}

interface Version {
  end: number;
  answer: Promise<CachedAggregate>;
  /** Set when the answer has arrived. */
  rows?: AggregateRow[];
}

interface Kept {
  query: AggregateQuery;
  /** Latest first. */
  versions: Version[];
}

/** `seq` of an artifact's last writes. */
interface Written {
  last: number;
  /** Writes up to this one have no known day. */
  anyDay: number;
  /** Later ones, by UTC day. */
  days: Map<number, number>;
}

const rowsMax = 50_000;
/** Limits of remembered writes: artifacts, and days of each (imports write to many). */
const artifactsMax = 20_000;
const daysMax = 400;

/** Pages loaded at the same time query a few close snapshots. */
const versionsMax = 3;

/** Limited by the number of rows. Write times of events below `start` are unknown. */
export function createAggregateCache(start: Ends): AggregateCache {
  let kept = new LRUCache<string, Kept>({ maxSize: rowsMax, sizeCalculation: sizeOf });
  let known = [...start];
  let counts: CacheCounts = { kept: 0, advanced: 0, counted: 0 };
  /** Artifacts that are not remembered were written before all that are. */
  let writes = new LRUCache<string, Written>({
    max: artifactsMax,
    dispose: ({ last }, _name, reason) => reason === 'evict' && forget(last),
  });

  function forget(seq: number): void {
    let partition = partitionIn(seq);
    known[partition] = Math.max(known[partition] ?? 0, seq + 1);
  }

  /** Whether an event may have been written between two states, the later one of this partition. */
  function isTouched(
    { artifactType, artifactIds, from, until }: AggregateQuery,
    seq: number,
    partition: number,
  ): boolean {
    // States of a partition are behind all those from before partitions.
    if ([partitionIn(seq), partition].some((one) => seq < (known[one] ?? 0))) return true;
    for (let id of artifactIds) {
      let written = writes.peek(`${artifactType} ${id}`);
      if (!written || written.last < seq) continue;
      if (written.anyDay >= seq) return true;
      for (let [day, last] of written.days)
        if (last >= seq && (day + 1) * dayMs > from && day * dayMs < until) return true;
    }
    return false;
  }

  function write({ artifactType, artifactId, time }: Pick<Event, 'artifactType' | 'artifactId' | 'time'>, seq: number) {
    let name = `${artifactType} ${artifactId}`;
    let written = writes.get(name);
    if (!written) writes.set(name, (written = { last: 0, anyDay: 0, days: new Map() }));
    written.last = Math.max(written.last, seq);
    let day = Math.floor(time / dayMs);
    written.days.set(day, Math.max(written.days.get(day) ?? 0, seq));
    if (written.days.size <= daysMax) return;
    written.days.clear();
    written.anyDay = written.last;
  }

  return {
    get(query, end, ask) {
      let key = keyOf(query);
      let versions = kept.get(key)?.versions ?? [];
      let known = versions.find((one) => one.end === end || !isTouched(query, ...statesOf(one.end, end)));
      if (known) {
        known.end = Math.max(known.end, end);
        counts.kept += 1;
        return known.answer;
      }
      let earlier = versions.find((one) => one.end < end);
      let from = earlier?.end ?? 0;
      counts[earlier ? 'advanced' : 'counted'] += 1;
      let answer = earlier
        ? earlier.answer.then(
            (found) => ask({ ...found, end: from }),
            () => ask(),
          )
        : ask();
      let fresh: Version = { end, answer };
      let keep = (all: readonly Version[]) => kept.set(key, { query, versions: all.slice(0, versionsMax) });
      keep([...versions, fresh].sort((a, b) => b.end - a.end));
      let others = () => kept.peek(key)?.versions.filter((one) => one !== fresh) ?? [];
      let isKept = () => kept.peek(key)?.versions.includes(fresh) ?? false;
      answer.then(
        ({ rows }) => {
          fresh.rows = rows;
          if (isKept()) keep(kept.peek(key)!.versions);
        },
        () => isKept() && (others().length > 0 ? keep(others()) : kept.delete(key)),
      );
      return answer;
    },
    sample() {
      let all = [...kept.values()];
      let one = all[Math.floor(Math.random() * all.length)];
      return one && { query: one.query, ...one.versions[0]! };
    },
    forget: (query) => void kept.delete(keyOf(query)),
    written(events, seq) {
      for (let [i, event] of events.entries()) write(event, seq + i);
    },
    changed: write,
    counts: () => ({ ...counts }),
    clear(ends) {
      kept.clear();
      writes.clear();
      known = [...ends];
    },
  };
}

/** The earlier one, and the partition of the later one. */
function statesOf(one: number, other: number): [seq: number, partition: number] {
  return [Math.min(one, other), partitionIn(Math.max(one, other))];
}

/** A row weighs one per id period; versions share unchanged rows. */
function sizeOf({ versions }: Kept): number {
  let rows = new Set(versions.flatMap((one) => one.rows ?? []));
  return [...rows].reduce((sum, { uniques }) => sum + Math.max(1, uniques.length), 1);
}

function keyOf(query: AggregateQuery): string {
  let { artifactType, from, until, rollup, breakdowns, groupByArtifact, includeLowConfidence, limit, variable } = query;
  let ids = [...query.artifactIds].sort();
  let { repeats = false, uniques = 'all', filters = [] } = query;
  let rest = [
    rollup,
    breakdowns,
    groupByArtifact,
    includeLowConfidence,
    limit ?? 0,
    filters,
    variable,
    repeats,
    uniques,
  ];
  let { timeZone = utc, weekStart = 'monday' } = query;
  return JSON.stringify([artifactType, ids, from, until, ...rest, timeZone, weekStart, query.corrections ?? []]);
}
