/**
 * Questions asked while events are appended, and the answers they leave behind compared with a
 * naive count.
 */
import { isDeepStrictEqual } from 'node:util';
import { dayMs } from 'contract/time';
import { answeredField, Breakdown, Rollup } from 'contract/aggregations';
import { createRandom } from 'gateway/demo/random';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, EventStore } from 'gateway/events/store';
import type { TestEventStore } from 'tests/support/event-store';
import { naiveCount } from './naive-count';
import { packages, pixels } from './random-events';

/** Any questions over the random events of the 40 days before `until`. */
export function randomQueries(count: number, seed: number, until: number): AggregateQuery[] {
  let random = createRandom(seed);
  let pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;
  return Array.from({ length: count }, () => {
    let first = pick(Breakdown.options);
    let second = pick(Breakdown.options);
    let artifactType = pick(['package', 'package', 'tracking-pixel'] as const);
    let start = until - (40 - random.below(40)) * dayMs;
    return {
      artifactType,
      artifactIds: artifactType === 'tracking-pixel' ? pixels : packages.slice(random.below(2)),
      from: start,
      until: start + (1 + random.below(30)) * dayMs,
      rollup: pick(Rollup.options),
      breakdowns: answeredField(first) === answeredField(second) || random.next() < 0.5 ? [first] : [first, second],
      groupByArtifact: random.next() < 0.4,
      includeLowConfidence: random.next() < 0.6,
      ...(random.next() < 0.3 && { variable: pick(['version', 'a "b"', 'none']) }),
      ...(random.next() < 0.4 && { limit: 1 + random.below(4) }),
      ...(random.next() < 0.2 && { filters: [{ request_do_not_track: { value: random.next() < 0.5 } }] }),
    };
  });
}

/** Random questions that nobody has asked before, each about every day of the random events. */
export function newQuestions(count: number, seed: number, until: number): AggregateQuery[] {
  return randomQueries(count, seed, until).map((query, i) => ({ ...query, from: until - (50 + i) * dayMs, until }));
}

const appenders = 4;
const askers = 1;

/**
 * Asks every question once while events are appended one by one, and appends on until the last one
 * is answered or no event is left. Gives the events appended.
 */
export async function askWhileAppending(
  store: TestEventStore,
  queries: readonly AggregateQuery[],
  events: readonly Event[],
): Promise<readonly Event[]> {
  let questions = queries.values();
  let appended = 0;
  let asking = askers;
  async function append(): Promise<void> {
    while (asking > 0 && appended < events.length) await store.append([events[appended++]!]);
  }
  async function ask(): Promise<void> {
    for (let query of questions) await store.aggregate(query);
    asking -= 1;
  }
  await Promise.all([...Array.from({ length: appenders }, append), ...Array.from({ length: askers }, ask)]);
  return events.slice(0, appended);
}

/**
 * The questions whose answers are not those of the naive count over `events`, which are all that
 * the store has.
 */
export async function wrongAnswers(
  store: EventStore,
  queries: readonly AggregateQuery[],
  events: readonly Event[],
): Promise<string[]> {
  let wrong: string[] = [];
  for (let query of queries) {
    let [found, expected] = [await store.aggregate(query), naiveCount(events, query)];
    if (isDeepStrictEqual(found, expected)) continue;
    wrong.push(`${JSON.stringify(query)}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
  return wrong;
}
