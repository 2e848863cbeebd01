/** Sends queries while events are appended, and compares the cached answers with a naive count. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { dayMs } from 'contract/floor/time';
import { weekStarts } from 'contract/floor/time-zone';
import { answeredField, Breakdown, Rollup } from 'contract/analytics/aggregations';
import { eventBreakdowns } from 'gateway/reports/analytics/joined-breakdowns';
import { createRandom } from 'gateway/demo/random';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, AggregateRow, EventStore } from 'gateway/events/shape/store';
import type { TestEventStore } from 'tests/support/event-store';
import { naiveCount } from '../reports/naive-count';
import { packages, pixels } from './random-events';

/**
 * Half hours, both ends of the world, and clocks that are changed at midnight, or by half an hour.
 */
const zones = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

const breakdowns = eventBreakdowns(Breakdown.options);

/** Random queries over the events of the 40 days before `until`. */
export function randomQueries(count: number, seed: number, until: number): AggregateQuery[] {
  let random = createRandom(seed);
  let pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;
  return Array.from({ length: count }, () => {
    let first = pick(breakdowns);
    let second = pick(breakdowns);
    let artifactType = pick(['package', 'package', 'tracking-pixel'] as const);
    let start = until - (40 - random.below(40)) * dayMs;
    return {
      artifactType,
      artifactIds: artifactType === 'tracking-pixel' ? pixels : packages.slice(random.below(2)),
      from: start,
      until: start + (1 + random.below(30)) * dayMs,
      rollup: pick(Rollup.options),
      ...(random.next() < 0.5 && { timeZone: pick(zones), weekStart: pick(weekStarts) }),
      breakdowns: answeredField(first) === answeredField(second) || random.next() < 0.5 ? [first] : [first, second],
      groupByArtifact: random.next() < 0.4,
      includeLowConfidence: random.next() < 0.6,
      ...(random.next() < 0.3 && { variable: pick(['version', 'a "b"', 'none']) }),
      ...(random.next() < 0.4 && { limit: 1 + random.below(4) }),
      ...(random.next() < 0.4 && { uniques: pick(['origins', 'none'] as const) }),
      ...(random.next() < 0.2 && { filters: [{ request_do_not_track: { value: random.next() < 0.5 } }] }),
    };
  });
}

/** New random queries, each over all days of the random events. */
export function newQuestions(count: number, seed: number, until: number): AggregateQuery[] {
  return randomQueries(count, seed, until).map((query, i) => ({ ...query, from: until - (50 + i) * dayMs, until }));
}

const appenders = 4;
const askers = 1;
const pacePauseMs = 10;

/**
 * Sends every query once while events are appended one by one, until all are answered or no event
 * is left. Returns the appended events.
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

/** An answer given while events arrived, and its last event. */
export interface AnswerAsOf {
  query: AggregateQuery;
  lastEvent: number;
  found: readonly AggregateRow[];
}

/**
 * Sends every query, each as of the last event of its moment, while this many events a second are
 * appended one after another. Returns the appended events and the answers.
 */
export async function askAtPace(
  store: TestEventStore,
  queries: readonly AggregateQuery[],
  events: { next(): Event; perSecond: number },
): Promise<{ appended: readonly Event[]; answers: readonly AnswerAsOf[] }> {
  let appended: Event[] = [];
  let answers: AnswerAsOf[] = [];
  let isDone = false;
  async function append(): Promise<void> {
    let started = performance.now();
    while (!isDone) {
      let due = ((performance.now() - started) / 1_000) * events.perSecond;
      let batch: Event[] = [];
      for (; appended.length < due; appended.push(batch.at(-1)!)) batch.push(events.next());
      await store.append(batch);
      await pause(pacePauseMs);
    }
  }
  async function ask(): Promise<void> {
    for (let query of queries) {
      let lastEvent = await store.lastEvent();
      answers.push({ query, lastEvent, found: await store.aggregate({ ...query, lastEvent }) });
    }
    isDone = true;
  }
  await Promise.all([append(), ask()]);
  return { appended, answers };
}

/** The answers that differ from the naive count over the events up to their last event. */
export function wrongAsOf(answers: readonly AnswerAsOf[], events: readonly Event[]): string[] {
  return answers.flatMap(({ query, lastEvent, found }) => {
    let expected = naiveCount(events.slice(0, lastEvent), query);
    if (isDeepStrictEqual(found, expected)) return [];
    return [
      `as of ${lastEvent}, ${JSON.stringify(query)}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
    ];
  });
}

/** The number of figures in the rows. */
export function figuresIn(rows: readonly AggregateRow[]): number {
  let seen = ({ firstSeen, lastSeen }: AggregateRow) =>
    [firstSeen, lastSeen].filter((time) => time !== undefined).length;
  return rows.reduce((sum, row) => sum + 1 + row.uniques.length + seen(row), 0);
}

/**
 * The queries whose answers differ from the naive count over `events`, which are all events of the
 * store. `heard` is called with each answer.
 */
export async function wrongAnswers(
  store: EventStore,
  queries: readonly AggregateQuery[],
  events: readonly Event[],
  heard?: (rows: readonly AggregateRow[]) => void,
): Promise<string[]> {
  let wrong: string[] = [];
  for (let query of queries) {
    let [found, expected] = [await store.aggregate(query), naiveCount(events, query)];
    heard?.(found);
    if (isDeepStrictEqual(found, expected)) continue;
    wrong.push(`${JSON.stringify(query)}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
  return wrong;
}
