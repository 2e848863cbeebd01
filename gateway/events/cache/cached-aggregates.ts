/**
 * Answers aggregate queries: from the cache, from the cache and newer events, or from the table.
 */
import { isDeepStrictEqual } from 'node:util';
import { addEvents, compareRows, eventsOfQuery, withinLimit } from './incremental-aggregate';
import { countsVisitors, type QueryScope } from '../query/aggregate-sql';
import { createAggregateCache, type CachedAggregate, type EarlierAggregate } from './aggregate-cache';
import { countEvents } from '../summaries/count-events';
import { countsByVariable } from '../query/dimensions';
import type { DecisionChange } from '../write/count-decisions';
import type { QueryEngine } from '../query/dialect';
import { isByVisitor } from 'contract/analytics/aggregations';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, AggregateRow, EventStore } from '../shape/store';
import { createIdPeriods } from '../summaries/id-periods';
import { createPriorVisitors, type PriorVisitors } from './prior-visitors';
import { stateOfQuestion } from '../shape/snapshot';
import { CallerHasGone } from '../query/time-limit';
import type { EventWriter } from '../write/writer';

export interface CachedAggregates extends Pick<EventStore, 'aggregate' | 'verifyCache' | 'cacheCounts' | 'deletions'> {
  /** These events are stored now or in a moment, starting at `seq`. */
  written(events: readonly Event[], seq: number): void;
  /** Decisions about stored events change now or in a moment. */
  changed(changes: readonly DecisionChange[]): void;
  clear(): void;
  /** Runs a deletion: nothing computed before it is used afterwards. */
  whileDeleting<T>(work: () => Promise<T>): Promise<T>;
}

/** Larger aggregates are not cached, to limit memory. */
const completeMax = 5_000;

/** Queries include everything durable before them, unless they name a last event. */
export function createCachedAggregates(engine: QueryEngine, writer: EventWriter): CachedAggregates {
  let answers = createAggregateCache(writer.ends());
  let visits = createPriorVisitors(engine, writer.artifacts);
  let periods = createIdPeriods(engine);
  let withoutSummaries = { ...engine, summaries: undefined };
  /** Aggregates started under another number may contain deleted events. */
  let deletions = 0;

  /** Artifacts without a key have no events. */
  function scopeOf({ artifactType, artifactIds }: AggregateQuery, end: number): QueryScope {
    return { keys: writer.artifacts().keysOf(artifactType, artifactIds), end };
  }

  async function ask(query: AggregateQuery, end: number, earlier?: EarlierAggregate): Promise<CachedAggregate> {
    let scope = scopeOf(query, end);
    let carried = earlier?.complete ? await carryForward({ writer, visits }, query, scope, earlier) : undefined;
    if (carried) return carried;
    // With about one row per visitor there are too many rows to cache, so do not count them all
    // first.
    let hasRowForVisitor = query.breakdowns.some(isByVisitor) && !query.groupByArtifact;
    let mayBeSmall = !hasRowForVisitor && (earlier?.complete ?? true);
    return count(query, scope, countsByVariable(query.breakdowns) || mayBeSmall);
  }

  function rowsOf(query: AggregateQuery, scope: QueryScope, max: number, from = engine): Promise<AggregateRow[]> {
    return countEvents({ engine: from, artifacts: writer.artifacts(), periods }, query, scope, max);
  }

  async function count(query: AggregateQuery, scope: QueryScope, small: boolean): Promise<CachedAggregate> {
    let rows = small ? await countSmall(query, scope) : undefined;
    if (rows) return { rows, complete: !countsByVariable(query.breakdowns) };
    rows = await rowsOf(query, scope, Number.MAX_SAFE_INTEGER);
    return { rows, complete: false };
  }

  /** All rows, ignoring the query's limit; undefined if there are too many to cache. */
  async function countSmall(
    query: AggregateQuery,
    scope: QueryScope,
    from: QueryEngine = engine,
  ): Promise<AggregateRow[] | undefined> {
    if (scope.keys.length === 0) return [];
    let rows = await rowsOf({ ...query, limit: undefined }, scope, completeMax + 1, from);
    return rows.length > completeMax ? undefined : rows.sort(compareRows);
  }

  function clear(): void {
    deletions += 1;
    answers.clear(writer.ends());
    visits.clear();
    periods.clear();
  }

  return {
    async aggregate({ signal: gone, ...query }) {
      let end = await stateOfQuestion(writer, query, query.artifactType, query.artifactIds);
      for (;;) {
        try {
          let { rows } = await answers.get(query, end, (earlier) => ask({ ...query, signal: gone }, end, earlier));
          return withinLimit(query, rows);
        } catch (error) {
          // The query was shared with a client that disconnected, and cancelled with it.
          if (!(error instanceof CallerHasGone) || gone?.aborted) throw error;
        }
      }
    },
    cacheCounts: answers.counts,
    async verifyCache() {
      let kept = engine.isIdle() ? answers.sample() : undefined;
      if (!kept) return undefined;
      let { query, end } = kept;
      let before = deletions;
      let { rows } = await kept.answer;
      let counted = await countSmall(query, scopeOf(query, end), withoutSummaries);
      if (!counted || deletions !== before) return undefined;
      let isEqual = isDeepStrictEqual(rows, counted);
      if (!isEqual) answers.forget(query);
      return { query, isEqual };
    },
    written: answers.written,
    changed(changes) {
      for (let { artifact, time, lastEvent } of changes)
        answers.changed({ ...writer.artifacts().artifactOf(artifact), time }, lastEvent - 1);
    },
    clear,
    deletions: () => deletions,
    async whileDeleting(work) {
      deletions += 1;
      try {
        return await work();
      } finally {
        clear();
      }
    },
  };
}

/** The aggregate with the events since it was counted; undefined if they do not tell all of it. */
async function carryForward(
  { writer, visits }: { writer: EventWriter; visits: PriorVisitors },
  query: AggregateQuery,
  { keys, end }: QueryScope,
  from: EarlierAggregate,
): Promise<CachedAggregate | undefined> {
  let since = writer.eventsBetween(from.end, end, { repeats: query.repeats ?? false });
  if (!since) return undefined;
  let fresh = eventsOfQuery(query, since);
  if (fresh.length === 0) return from;
  let endpoints = [...new Set(fresh.map(({ endpointId }) => endpointId))];
  let known = countsVisitors(query) ? await visits.of(query, { keys, end: from.end }, endpoints) : [];
  if (!known) return undefined;
  let rows = addEvents(query, from.rows, fresh, known);
  return rows.length > completeMax ? undefined : { rows, complete: true };
}
