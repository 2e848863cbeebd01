/** A store whose summaries are updated in small steps, and questions answered with and without them. */
import { createRandom, type Random } from 'gateway/demo/random';
import type { Event } from 'contract/event-fields';
import { compareRows } from 'gateway/events/cache/incremental-aggregate';
import { createCachedAggregates } from 'gateway/events/cache/cached-aggregates';
import { createCheckpoints } from 'gateway/events/duckdb/checkpoints';
import { createDuckdbDeletions } from 'gateway/events/duckdb/deletions';
import { openEngine } from 'gateway/events/duckdb/engine';
import { startSummarizer } from 'gateway/events/duckdb/summarizer';
import { openDuckdbTable } from 'gateway/events/duckdb/table';
import { countEvents } from 'gateway/events/summaries/count-events';
import type { Correction } from 'gateway/events/shape/corrections';
import type { QueryEngine, RunQuery } from 'gateway/events/query/dialect';
import type { EventFilter } from 'gateway/events/shape/event-filter';
import { createIdPeriods } from 'gateway/events/summaries/id-periods';
import { exportEvents } from 'gateway/events/query/export';
import type { AggregateQuery, AggregateRow, StoredExportQuery } from 'gateway/events/shape/store';
import { createEventWriter } from 'gateway/events/write/writer';
import { openJournal } from 'journal/journal';
import { randomQueries } from '../query-and-append';
import { packages, pixels, randomEvents, withRepeats } from '../random-events';

const smallSteps = { added: 150, addedMax: 900, mostAddedMax: 500, made: 200, swept: 300, grown: 100 };

export type SummarizedStore = Awaited<ReturnType<typeof openSummarized>>;

export async function openSummarized(folder: string, sizes = smallSteps) {
  let engine = await openEngine(folder, { memoryMb: 128 });
  let warn = (sentence: string) => {
    throw new Error(sentence);
  };
  let writer = await createEventWriter(openDuckdbTable(engine), {
    folder,
    warn,
    resolve: async (events) => events,
    taken: (events, seq) => counts.written(events, seq),
    changed: (changes) => counts.changed(changes),
  });
  let summarizer = startSummarizer({ engine, writer, warn, sizes });
  let counts = createCachedAggregates(engine, writer);
  let checkpoints = createCheckpoints(writer, summarizer, undefined);
  let deletions = await createDuckdbDeletions(engine, writer, { counts, checkpoints, summarizer });
  let journal = openJournal(folder);

  /** The rows, and whether they came from the summaries. */
  async function count(query: AggregateQuery, { summaries, end }: { summaries: boolean; end?: number | undefined }) {
    let isSummarized = false;
    let noticing =
      (ask: RunQuery): RunQuery =>
      (text, parameters) => {
        let isCoverage = text.startsWith('SELECT upto');
        isSummarized ||= !isCoverage && /FROM (?:daily_|value_days|visitor_months|owner_visitor)/.test(text);
        return ask(text, parameters);
      };
    let asked: QueryEngine = {
      ...engine,
      summaries: summaries ? engine.summaries : undefined,
      read: (questions, about) => engine.read((ask, isShort) => questions(noticing(ask), isShort), about),
    };
    let artifacts = writer.artifacts();
    let scope = {
      keys: artifacts.keysOf(query.artifactType, query.artifactIds),
      end: end ?? (await writer.flush()),
    };
    let rows: AggregateRow[] = [];
    if (scope.keys.length > 0)
      rows = await countEvents({ engine: asked, artifacts, periods: createIdPeriods(asked) }, query, scope, 10_000);
    return { rows: rows.sort(compareRows), isSummarized };
  }

  return {
    writer,
    summarizer,
    count,
    ...deletions,
    freezeFile: checkpoints.freezeFile,
    /** The answer of the product, perhaps a cached one. */
    aggregate: counts.aggregate,
    export: (query: StoredExportQuery) => exportEvents(engine, writer, query),
    append: journal.append,
    async rowsOf(text: string) {
      return (await engine.writer().run(text)).getRows();
    },
    async close() {
      await journal.close();
      await summarizer.stop();
      await writer.close();
      await engine.close();
    },
  };
}

export const otherOwner = '55555555-5555-4555-8555-555555555555';
export const otherArtifacts = ['66666666-6666-4666-8666-666666666666', '77777777-7777-4777-8777-777777777777'] as const;

/** Of two owners, in random order, with repeats, and with id periods of several months. */
export function mixedEvents(count: number, seed: number, until: number): Event[] {
  let random = createRandom(seed);
  let own = withRepeats(randomEvents(count, seed, until, 45), random);
  let foreign = randomEvents(Math.ceil(count / 3), seed + 1, until, 45).map((event) => ({
    ...event,
    ownerId: otherOwner,
    artifactId: event.artifactType === 'package' ? otherArtifacts[0] : otherArtifacts[1],
    idPeriod: event.doNotTrack ? '' : '2026-01-01T00:00:00Z/..',
  }));
  return [...own, ...foreign].sort(() => random.next() - 0.5);
}

const artifactSets = [
  packages,
  packages,
  packages.slice(0, 1),
  packages.slice(1),
  [otherArtifacts[0]],
  [...packages, otherArtifacts[0]],
];

/** Random questions under random filters and corrections. */
export function mixedQueries(count: number, seed: number, until: number): AggregateQuery[] {
  let random = createRandom(seed);
  return randomQueries(count, seed, until).map((query) => ({
    ...query,
    artifactIds:
      query.artifactType === 'package'
        ? pick(random, artifactSets)
        : pick(random, [pixels, pixels, [otherArtifacts[1]]]),
    // A quarter of a day at the ends.
    ...(random.next() < 0.2 && { from: query.from + 21_600_000, until: query.until + 7_200_000 }),
    ...(random.next() < 0.4 && {
      filters: [randomFilter(random), ...(random.next() < 0.3 ? [randomFilter(random)] : [])],
    }),
    ...(random.next() < 0.3 && { corrections }),
    ...(random.next() < 0.1 && { repeats: true, uniques: 'none' as const }),
    ...(random.next() < 0.6 && { timeZone: undefined }),
  }));
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[random.below(values.length)]!;
}

const corrections: Correction[] = [
  { of: 'AS13', name: 'Corrected', domain: 'corrected.example' },
  { of: 'AS17', name: '', domain: '' },
  { of: '=6.example', name: 'Cirrus', domain: '' },
].map((one) => ({ ...one, madeBy: 'ada', madeAt: 0 }));

function randomFilter(random: Random): EventFilter {
  let filters: EventFilter[] = [
    { request_version: { op: 'not-equals', values: ['1.0.0'] } },
    { request_version_minor: { op: 'equals', values: ['3.13', '1.0'] } },
    { request_client: { op: 'does-not-contain', values: ['CUR'] } },
    { request_client: { op: 'is-empty', values: [] } },
    // Of two values that differ in case alone, and of one.
    { request_client: { op: 'equals', values: ['Curl'] } },
    { request_client: { op: 'equals', values: ['Docker'] } },
    { request_origin_country: { op: 'equals', values: ['de'] } },
    { request_audience: { op: 'starts-with', values: ['c'] } },
    { request_platform: { op: 'equals', values: ['linux'] } },
    { request_origin_country: { op: 'not-equals', values: ['JP', 'US'] } },
    { company_name: { op: 'contains', values: ['aoba', 'corr'] } },
    { company_domain: { op: 'is-not-empty', values: [] } },
    { company_cloud_provider: { op: 'equals', values: ['Cirrus'] } },
    { company_confidence: { op: pick(random, ['low', 'medium', 'high'] as const) } },
    { companies: [{ keys: ['12.example', 'corrected.example'], not: random.next() < 0.5 }] },
    { artifacts: [packages[0]!] },
    { request_audience: { op: 'not-equals', values: ['mirror'] } },
    { request_is_bot: { value: random.next() < 0.5 } },
    { request_user_agent: { op: 'contains', values: ['curl'] } },
    { request_endpoint_id: { op: 'starts-with', values: ['h000000000000000'] } },
    { request_domain: { op: 'equals', values: ['get.example'] } },
    { request_referrer: { op: 'contains', values: ['docs'] } },
    { request_variables: { version: { op: 'equals', values: ['1.0.0'] } } },
  ];
  return pick(random, filters);
}
