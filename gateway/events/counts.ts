/** Answers aggregations: from the cache, from the cache and newer events, or from the table. */
import { isDeepStrictEqual } from 'node:util';
import { advance, compareRows, eventsFor, limited } from './incremental-aggregate';
import { isUntracked, type Scope } from './aggregate-sql';
import { createAggregateCache, type Answer } from './aggregate-cache';
import { countAll } from './count';
import { countsByVariable } from './dimensions';
import type { Engine } from './engine';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, AggregateRow, EventStore } from './store';
import { createPriorVisitors } from './prior-visitors';
import type { Writer } from './writer';

export interface Counts extends Pick<EventStore, 'aggregate' | 'recount'> {
  /** These events are stored now. */
  written(events: readonly Event[]): void;
  /** Clears the cache. */
  clear(): void;
}

/** Longer answers are counted each time, because caching them would take too much memory. */
const completeMax = 5_000;

/** Everything appended before a query is part of its answer. */
export function createCounts(engine: Engine, writer: Writer): Counts {
  let answers = createAggregateCache();
  let visits = createPriorVisitors(engine, writer.artifacts);

  /** Both at the same moment: an artifact without a key has no events before the end. */
  function scopeOf({ artifactType, artifactIds }: AggregateQuery): Scope {
    return { keys: writer.artifacts().keysOf(artifactType, artifactIds), end: writer.end() };
  }

  async function ask(query: AggregateQuery, outdated?: Answer): Promise<Answer> {
    await writer.settle();
    let carried = outdated?.complete ? await carryForward(query, outdated) : undefined;
    return carried ?? count(query, countsByVariable(query.breakdowns) || (outdated?.complete ?? true));
  }

  async function carryForward(query: AggregateQuery, outdated: Answer): Promise<Answer | undefined> {
    let { keys, end } = scopeOf(query);
    let since = writer.since(outdated.end);
    if (!since) return undefined;
    let fresh = eventsFor(query, since);
    if (fresh.length === 0) return { ...outdated, end };
    let endpoints = [...new Set(fresh.map(({ endpointId }) => endpointId))];
    let earlier = isUntracked(query) ? [] : await visits.of(query, { keys, end: outdated.end }, endpoints);
    if (!earlier) return undefined;
    let rows = advance(query, outdated.rows, fresh, earlier);
    return rows.length > completeMax ? undefined : { end, rows, complete: true };
  }

  async function count(query: AggregateQuery, small: boolean): Promise<Answer> {
    let scope = scopeOf(query);
    let rows = small ? await countSmall(query, scope) : undefined;
    if (rows) return { end: scope.end, rows, complete: !countsByVariable(query.breakdowns) };
    rows = await countAll({ engine, artifacts: writer.artifacts() }, query, scope, Number.MAX_SAFE_INTEGER);
    return { end: scope.end, rows, complete: false };
  }

  /** All rows, ignoring the query's limit; undefined when there are too many to cache. */
  async function countSmall(query: AggregateQuery, scope: Scope): Promise<AggregateRow[] | undefined> {
    if (scope.keys.length === 0) return [];
    let rows = await countAll(
      { engine, artifacts: writer.artifacts() },
      { ...query, limit: undefined },
      scope,
      completeMax + 1,
    );
    return rows.length > completeMax ? undefined : rows.sort(compareRows);
  }

  return {
    async aggregate(query) {
      await writer.catchUp();
      let { rows } = await answers.get(query, (outdated) => ask(query, outdated));
      return limited(query, rows);
    },
    async recount() {
      let kept = engine.isIdle() ? answers.sample() : undefined;
      if (!kept) return undefined;
      let { query } = kept;
      let { end, rows } = await kept.answer;
      let counted = await countSmall(query, { ...scopeOf(query), end });
      if (!counted) return undefined;
      let isEqual = isDeepStrictEqual(rows, counted);
      if (!isEqual) answers.forget(query);
      return { query, isEqual };
    },
    written: answers.written,
    clear: answers.clear,
  };
}
