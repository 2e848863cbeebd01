/** Which days of artifacts have newer events, or events that count differently, at a later state. */
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from 'contract/floor/time';
import { endFor, numbersBetween, partitionIn, sizeOf, type Ends } from '../shape/ends';
import type { ArtifactKeys } from '../shape/artifact-keys';
import type { DecisionChange } from '../write/count-decisions';
import type { EngineRow } from '../query/dialect';
import type { Clickhouse } from './client';
import { isUnavailable } from './explain';
import { onShard, type Shards } from './shards';

/** With more new events the cache is cleared instead. */
const eventsMax = 100_000;
const changesMax = 1_000;
/** A shard that takes longer is not waited for. */
const changesLimitMs = 3_000;

interface ChangesParts {
  server: Clickhouse;
  shards: Shards;
  artifacts: ArtifactKeys;
}

/**
 * Undefined if there are too many changes, or a shard with some does not answer soon: others go on.
 */
export async function changesBetween(
  { server: { ask }, shards, artifacts: { artifactOf } }: ChangesParts,
  before: Ends,
  now: Ends,
): Promise<DecisionChange[] | undefined> {
  let parts = numbersBetween(before, now);
  let hasFewer = before.some((end, i) => end !== undefined && (now[i] ?? 0) < end);
  if (hasFewer || sizeOf(now) - sizeOf(before) > eventsMax) return undefined;
  if (parts.length === 0) return [];
  let isAmong = (of: (from: number, end: number) => string) => parts.map(({ from, end }) => of(from, end)).join(' OR ');
  let isDecided = isAmong((from, end) => `(last_event > ${from} AND last_event <= ${end})`);
  let decided = await ask(`SELECT DISTINCT seq FROM changed_decisions WHERE ${isDecided} LIMIT ${changesMax + 1}`);
  if (decided.length > changesMax) return undefined;
  let day = `intDiv(time, ${dayMs})`;
  let seqs = decided.map(({ seq }) => Number(seq));
  let isWritten = isAmong((from, end) => `(seq >= ${from} AND seq < ${end})`);
  let changesOn = async (partitions: readonly number[]) => {
    let onThese = onShard(shards.shardIn(partitions[0]!));
    let written = await ask(
      `SELECT artifact, ${day} AS day, max(seq) AS last FROM events WHERE ${onThese}(${isWritten}) GROUP BY artifact, day`,
    );
    let touched =
      seqs.length === 0
        ? []
        : await ask(`SELECT DISTINCT artifact, ${day} AS day FROM events WHERE ${onThese}seq IN (${seqs.join(', ')})`);
    return [
      ...written.map((row) => changeOf(row, Number(row.last) + 1)),
      ...touched.map((row) => changeOf(row, endFor(now, artifactOf(Number(row.artifact)).ownerId))),
    ];
  };
  let all = Promise.all(shards.grouped(parts.map(({ from }) => partitionIn(from))).map(changesOn));
  let ended = new AbortController();
  try {
    let found = await Promise.race([all, pause(changesLimitMs, undefined, { signal: ended.signal })]);
    return found?.flat();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return undefined;
  } finally {
    ended.abort();
    all.catch(() => undefined);
  }
}

function changeOf({ artifact, day }: EngineRow, lastEvent: number): DecisionChange {
  return { seq: lastEvent - 1, time: Number(day) * dayMs, artifact: Number(artifact), lastEvent };
}
