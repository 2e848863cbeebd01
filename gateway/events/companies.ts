/** Answers queries about companies: counts, days with events, and single events. */
import type { DuckDBMapValue, DuckDBValue } from '@duckdb/node-api';
import type { Artifacts } from './artifacts';
import { eventOf, msOf } from './columns';
import type {
  CompanyArtifact,
  CompanyCounts,
  CompanyDay,
  CompanyDaysQuery,
  CompanyEventsQuery,
  CompanyQuery,
} from './company';
import { byArtifactSql, countsSql, daysSql, eventsSql, parametersOf, type CompanyKeys } from './company-sql';
import type { Engine } from './engine';
import type { Event } from 'contract/event-fields';
import type { Writer } from './writer';

export interface Companies {
  counts(query: CompanyQuery): Promise<CompanyCounts[]>;
  days(query: CompanyDaysQuery): Promise<CompanyDay[]>;
  byArtifact(query: CompanyQuery): Promise<CompanyArtifact[]>;
  events(query: CompanyEventsQuery): Promise<Event[]>;
}

type Row = Record<string, DuckDBValue>;

/** Everything appended before a query is part of its answer. */
export function createCompanies(engine: Engine, writer: Writer): Companies {
  async function ask(query: CompanyQuery, sqlOf: (keys: CompanyKeys, artifacts: Artifacts) => string): Promise<Row[]> {
    await writer.settle();
    let artifacts = writer.artifacts();
    let keys = {
      packages: artifacts.keysOf('package', query.packageIds),
      pixels: artifacts.keysOf('tracking-pixel', query.pixelIds),
    };
    if (keys.packages.length + keys.pixels.length === 0) return [];
    let text = sqlOf(keys, artifacts);
    return engine.read(async (connection) => (await connection.run(text, parametersOf(query))).getRowObjects());
  }

  return {
    async counts(query) {
      let rows = await ask(query, (keys) => countsSql(query, keys));
      let { artifactOf } = writer.artifacts();
      return rows.map((row) => countsOf(row, artifactOf));
    },
    async days(query) {
      let rows = await ask(query, (keys, { keysOf }) =>
        daysSql(
          query,
          keys,
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
      let rows = await ask(query, (keys) => byArtifactSql(query, keys));
      let { artifactOf } = writer.artifacts();
      return rows.map((row) => ({
        company: row.company as string,
        ...artifactOf(row.artifact as number),
        total: Number(row.total),
        uniqueSources: Number(row.sources),
        firstSeen: msOf(row.first),
        lastSeen: msOf(row.last),
      }));
    },
    async events(query) {
      let rows = await ask(query, (keys) => eventsSql(query, keys, query.limit, query.offset));
      let { artifactOf } = writer.artifacts();
      return rows.map((row) => eventOf(row, artifactOf));
    },
  };
}

function countsOf(row: Row, artifactOf: Artifacts['artifactOf']): CompanyCounts {
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
    downloads: Number(row.downloads),
    views: Number(row.views),
    uniqueDownloads: Number(row.unique_downloads),
    uniqueViews: Number(row.unique_views),
    uniqueSources: Number(row.sources),
    firstSeen: msOf(row.first),
    lastSeen: msOf(row.last),
    byPackage,
    byPixel,
  };
}
