/** The statements of each kind of question, as they are sent to an engine. */
import { dayMs } from 'contract/floor/time';
import { withValues } from 'gateway/events/clickhouse/literals';
import { duckdbDialect } from 'gateway/events/duckdb/dialect';
import { createCompanyQueries } from 'gateway/events/query/companies';
import type { CompanyQuery } from 'gateway/events/shape/company';
import { countEvents } from 'gateway/events/summaries/count-events';
import type { Dialect, QueryEngine, SummaryCoverage } from 'gateway/events/query/dialect';
import { exportEvents } from 'gateway/events/query/export';
import { firstDates } from 'gateway/events/query/first-dates';
import { createIdPeriods } from 'gateway/events/summaries/id-periods';
import { createLatestEvents } from 'gateway/events/query/latest-events';
import { stateOf } from 'gateway/events/query/state';
import type { AggregateQuery } from 'gateway/events/shape/store';
import type { EventWriter } from 'gateway/events/write/writer';
import { packages, pixels } from './random-events';

const lastEvent = 40;
const until = Date.UTC(2026, 2, 12);
const from = until - 40 * dayMs;

const downloads: AggregateQuery = {
  artifactType: 'package',
  artifactIds: packages,
  from,
  until,
  rollup: 'total',
  breakdowns: ['by-total'],
  groupByArtifact: false,
  includeLowConfidence: true,
};
const companies: CompanyQuery = {
  packageIds: packages,
  pixelIds: pixels,
  from,
  until,
  includeLowConfidence: false,
  lastEvent,
};
const corrections = [{ of: 'AS13', name: 'Aoba', domain: 'aoba.example', madeBy: 'ada', madeAt: 0 }];
const filters = [
  { request_version: { op: 'starts-with' as const, values: ['1.', '2.'] } },
  { companies: [{ keys: ['aoba.example'], not: true }] },
];

/** Events up to number 30 are summarized, but for a month of one package. */
const coverage: SummaryCoverage = {
  upto: 30,
  missing: [{ artifact: 0, month: Date.UTC(2026, 1, 1), since: 0 }],
  owner: undefined,
  isReady: (keys) => `part IN (${keys.map((key) => key + 7).join(', ')})`,
};

interface Parts {
  engine: QueryEngine;
  writer: EventWriter;
}

type Ask = (parts: Parts) => Promise<unknown>;

const counted =
  (query: Partial<AggregateQuery>, isSummarized = false): Ask =>
  ({ engine, writer }) => {
    let artifacts = writer.artifacts();
    // Only DuckDB has visitors by value and day.
    let days = engine.dialect === duckdbDialect ? { lastDay: until } : {};
    let asked = isSummarized ? { ...engine, summaries: async () => ({ ...coverage, ...days }) } : engine;
    let periods = { of: async () => [{ period: '2026-03', lasts: false }], clear: () => undefined };
    let scope = { keys: artifacts.keysOf('package', packages), end: lastEvent };
    return countEvents({ engine: asked, artifacts, periods }, { ...downloads, ...query }, scope, 1_000);
  };

const kinds: Record<string, Ask> = {
  'downloads of a range': counted({}),
  'downloads by day and version': counted({ rollup: 'daily', breakdowns: ['by-version'] }),
  'downloads by month and company, with filters and corrections': counted({
    rollup: 'monthly',
    breakdowns: ['by-company'],
    filters,
    corrections,
  }),
  'downloads of one platform by package, from summaries': counted(
    { filters: [{ request_platform: { op: 'equals', values: ['Linux'] } }], groupByArtifact: true, uniques: 'origins' },
    true,
  ),
  'downloads by a variable': counted({ breakdowns: ['by-variable'], variable: 'plan' }),
  'downloads of a range, from summaries': counted({}, true),
  'downloads by day and country, from summaries': counted({ rollup: 'daily', breakdowns: ['by-country'] }, true),
  'downloads by week and company, with filters and corrections, from summaries': counted(
    { rollup: 'weekly', breakdowns: ['by-company'], filters, corrections, groupByArtifact: true },
    true,
  ),
  'id periods of a range': ({ engine, writer }) =>
    engine.read(
      (ask) =>
        createIdPeriods(engine).of(
          downloads,
          { keys: writer.artifacts().keysOf('package', packages), end: lastEvent },
          { ask, isShort: false },
        ),
      { keys: [] },
    ),
  companies: ({ engine, writer }) => createCompanyQueries(engine, writer).counts(companies),
  'days of companies': ({ engine, writer }) =>
    createCompanyQueries(engine, writer).days({
      ...companies,
      corrections,
      groups: [{ artifactType: 'package', artifactIds: packages }],
    }),
  'packages of companies': ({ engine, writer }) => createCompanyQueries(engine, writer).byArtifact(companies),
  'events of a company': ({ engine, writer }) =>
    createCompanyQueries(engine, writer).events({ ...companies, company: 'aoba.example', limit: 20, offset: 0 }),
  'matches of companies': ({ engine, writer }) =>
    createCompanyQueries(engine, writer).matches({ ...companies, limit: 20 }),
  'an export': async ({ engine, writer }) => {
    for await (let _ of exportEvents(engine, writer, { ...downloads, filters, corrections, lastEvent }));
  },
  'latest events': ({ engine, writer }) =>
    createLatestEvents(engine, writer).latestEvents({ ...companies, filters, corrections, limit: 50 }),
  'events per minute': ({ engine, writer }) =>
    createLatestEvents(engine, writer).perMinute({ ...companies, filters, corrections: [] }),
  'first dates of companies': ({ engine, writer }) =>
    firstDates(engine, writer.artifacts(), { ...companies, corrections }),
  'the state of the store': ({ engine, writer }) => stateOf(engine, writer),
};

/** By kind, in the order in which they are sent. The writer only knows the packages and pixels. */
export async function statementsOf(dialect: Dialect, writer: EventWriter): Promise<Map<string, string[]>> {
  let found = new Map<string, string[]>();
  for (let [kind, ask] of Object.entries(kinds)) {
    let statements: string[] = [];
    let engine: QueryEngine = {
      dialect,
      read: (questions) =>
        questions(async (text, parameters = []) => {
          statements.push(withValues(text, parameters));
          return /^SELECT (?:max\(last_event\) AS last|count\(\*?\) AS size)/.test(text)
            ? [{ size: 1, first: 10, last: 50 }]
            : [];
        }, false),
      isIdle: () => true,
    };
    await ask({ engine, writer });
    found.set(kind, statements);
  }
  return found;
}

const clauses = /^ (?=(?:FROM|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|UNION ALL|LEFT JOIN|JOIN|SELECT) )/;

/** Each clause in a line, as deep as its parentheses. */
export function inLines(statement: string): string {
  let depth = 0;
  let lines = '';
  for (let at = 0; at < statement.length;) {
    let rest = statement.slice(at);
    let [quoted] = /^'(?:[^'\\]|\\.|'')*'/.exec(rest) ?? [];
    if (quoted !== undefined) {
      lines += quoted;
      at += quoted.length;
      continue;
    }
    if (clauses.test(rest)) lines += `\n${'  '.repeat(depth)}`;
    else lines += rest[0];
    if (rest.startsWith('(')) depth += 1;
    if (rest.startsWith(')')) depth -= 1;
    at += 1;
  }
  return lines;
}

/** A file of SQL. */
export function printed(statements: ReadonlyMap<string, readonly string[]>): string {
  return [...statements]
    .map(([kind, all]) => `-- ${kind}\n\n${all.map((one) => `${inLines(one)};\n`).join('\n')}`)
    .join('\n\n');
}
