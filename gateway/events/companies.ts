/** Answers queries about companies: counts, days with events, and single events. */
import type { DuckDBListValue, DuckDBMapValue, DuckDBStructValue, DuckDBValue } from '@duckdb/node-api';
import type { Artifacts } from './artifacts';
import { msOf } from './columns';
import type {
  CompanyArtifact,
  CompanyCounts,
  CompanyDay,
  CompanyDaysQuery,
  CompanyEventsQuery,
  CompanyQuery,
  CompanyUniques,
  Match,
  MatchQuery,
} from './company';
import {
  byArtifactSql,
  countsSql,
  daysSql,
  eventsSql,
  matchesSql,
  parametersOf,
  uniquesSql,
  type CompanyScope,
} from './company-sql';
import { countedAt } from './decisions';
import { correctedEventOf, type CorrectedEvent } from './corrections';
import type { Engine } from './engine';
import type { Event } from 'contract/event-fields';
import type { Writer } from './writer';

export interface Companies {
  counts(query: CompanyQuery): Promise<CompanyCounts[]>;
  days(query: CompanyDaysQuery): Promise<CompanyDay[]>;
  byArtifact(query: CompanyQuery): Promise<CompanyArtifact[]>;
  events(query: CompanyEventsQuery): Promise<CorrectedEvent[]>;
  matches(query: MatchQuery): Promise<Match[]>;
}

type Row = Record<string, DuckDBValue>;

/** Everything appended before a query is part of its answer, unless it names its last event. */
export function createCompanies(engine: Engine, writer: Writer): Companies {
  async function ask(
    query: CompanyQuery,
    sqlOf: (scope: CompanyScope, artifacts: Artifacts) => string,
  ): Promise<Row[]> {
    return askWith(query, (scope, artifacts) => ({ text: sqlOf(scope, artifacts), parameters: parametersOf(query) }));
  }

  async function askWith(
    query: CompanyQuery,
    sqlOf: (scope: CompanyScope, artifacts: Artifacts) => { text: string; parameters: string[] },
  ): Promise<Row[]> {
    let lastEvent = query.lastEvent ?? (await writer.settle());
    let artifacts = writer.artifacts();
    let packages = artifacts.keysOf('package', query.packageIds);
    let pixels = artifacts.keysOf('tracking-pixel', query.pixelIds);
    if (packages.length + pixels.length === 0) return [];
    return engine.read(async (connection) => {
      let counted = await countedAt(connection, lastEvent);
      let { text, parameters } = sqlOf({ packages, pixels, lastEvent, counted }, artifacts);
      return (await connection.run(text, parameters)).getRowObjects();
    });
  }

  return {
    async counts(query) {
      let known = { ...query, lastEvent: query.lastEvent ?? (await writer.settle()) };
      let [rows, uniques] = await Promise.all([
        ask(known, (scope) => countsSql(query, scope)),
        ask(known, (scope) => uniquesSql(query, scope)),
      ]);
      let { artifactOf } = writer.artifacts();
      let byCompany = new Map<string, CompanyUniques[]>();
      for (let row of uniques) {
        let company = row.company as string;
        byCompany.set(company, [...(byCompany.get(company) ?? []), uniquesOf(row)]);
      }
      return rows.map((row) => countsOf(row, byCompany.get(row.company as string) ?? [], artifactOf));
    },
    async days(query) {
      let rows = await ask(query, (scope, { keysOf }) =>
        daysSql(
          query,
          scope,
          query.groups.map(({ artifactType, artifactIds }) => keysOf(artifactType, artifactIds)),
        ),
      );
      return rows.map((row) => ({
        company: row.company as string,
        day: Number(row.day),
        counts: query.groups.map((_, i) => Number(row[`g${i}`])),
      }));
    },
    async byArtifact(query) {
      let rows = await ask(query, (scope) => byArtifactSql(query, scope));
      let { artifactOf } = writer.artifacts();
      return rows.map((row) => ({
        company: row.company as string,
        ...artifactOf(row.artifact as number),
        total: Number(row.total),
        uniques: (row.uniques as DuckDBListValue).items.map((item) => {
          let { period, sources } = (item as DuckDBStructValue).entries;
          return { period: period as string, sources: Number(sources) };
        }),
        firstSeen: msOf(row.first),
        lastSeen: msOf(row.last),
      }));
    },
    async events(query) {
      let rows = await ask(query, (scope) => eventsSql(query, scope, query.limit, query.offset));
      let byMatch = new Map(query.corrections?.map((one) => [one.of, one]));
      return rows.map((row) => correctedEventOf(row, writer.artifacts(), byMatch));
    },
    async matches(query) {
      return (await askWith(query, (scope) => matchesSql(query, scope))).map(matchIn);
    },
  };
}

function uniquesOf({ period, downloads, views, sources }: Row): CompanyUniques {
  let [down, seen, all] = [downloads, views, sources].map(Number) as [number, number, number];
  return { period: period as string, downloads: down, views: seen, sources: all };
}

function countsOf(row: Row, uniques: CompanyUniques[], artifactOf: Artifacts['artifactOf']): CompanyCounts {
  let byPackage = new Map<string, number>();
  let byPixel = new Map<string, number>();
  for (let { key, value } of (row.artifacts as DuckDBMapValue).entries) {
    let { artifactType, artifactId } = artifactOf(key as number);
    (artifactType === 'package' ? byPackage : byPixel).set(artifactId, Number(value));
  }
  return {
    company: row.company as string,
    name: row.name as string,
    domain: row.domain as string,
    country: row.country as string,
    state: row.state as string,
    confidence: row.confidence === null ? null : Number(row.confidence),
    connectionType: row.connection_type as Event['connectionType'],
    corrections: (row.corrections as DuckDBListValue).items as string[],
    downloads: Number(row.downloads),
    views: Number(row.views),
    uniques,
    firstSeen: msOf(row.first),
    lastSeen: msOf(row.last),
    byPackage,
    byPixel,
  };
}

function matchIn(row: Row): Match {
  return {
    of: row.match as string,
    network: row.network as string,
    connectionType: row.connection_type as Event['connectionType'],
    matchedName: row.matched_name as string,
    matchedDomain: row.matched_domain as string,
    name: row.company_name as string,
    domain: row.company_domain as string,
    confidence: row.confidence === null ? null : Number(row.confidence),
    events: Number(row.total),
    firstSeen: msOf(row.first),
    lastSeen: msOf(row.last),
  };
}
