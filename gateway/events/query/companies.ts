import type { ArtifactKeys } from '../shape/artifact-keys';
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
} from '../shape/company';
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
import type { CorrectedEvent } from '../shape/corrections';
import { correctedEventOf } from './corrections-sql';
import { textOf, type Dialect, type EngineRow, type QueryEngine } from './dialect';
import { endOf } from '../shape/ends';
import { eventFields, type Event } from 'contract/event-fields';
import type { WrittenEvents } from '../shape/snapshot';

export interface CompanyQueries {
  counts(query: CompanyQuery): Promise<CompanyCounts[]>;
  days(query: CompanyDaysQuery): Promise<CompanyDay[]>;
  byArtifact(query: CompanyQuery): Promise<CompanyArtifact[]>;
  events(query: CompanyEventsQuery): Promise<CorrectedEvent[]>;
  matches(query: MatchQuery): Promise<Match[]>;
}

/** Queries include everything durable before them, unless they name a last event. */
export function createCompanyQueries({ dialect, read }: QueryEngine, writer: WrittenEvents): CompanyQueries {
  async function scopeOf(query: CompanyQuery): Promise<Omit<CompanyScope, 'counted'>> {
    if (query.lastEvent === undefined) await writer.flush();
    let artifacts = writer.artifacts();
    let packages = artifacts.keysOf('package', query.packageIds);
    let pixels = artifacts.keysOf('tracking-pixel', query.pixelIds);
    let lastEvent = query.lastEvent ?? endOf(writer.ends(), artifacts, [...packages, ...pixels]);
    return { packages, pixels, lastEvent };
  }

  async function ask(
    query: CompanyQuery,
    sqlOf: (scope: CompanyScope, artifacts: ArtifactKeys) => string,
  ): Promise<EngineRow[]> {
    return askWith(query, (scope, artifacts) => ({
      text: sqlOf(scope, artifacts),
      parameters: parametersOf(dialect, query),
    }));
  }

  async function askWith(
    query: CompanyQuery,
    sqlOf: (scope: CompanyScope, artifacts: ArtifactKeys) => { text: string; parameters: string[] },
  ): Promise<EngineRow[]> {
    let scope = await scopeOf(query);
    let { packages, pixels, lastEvent } = scope;
    if (packages.length + pixels.length === 0) return [];
    return read(
      async (question) => {
        let counted = await dialect.countedAt(question, lastEvent);
        let { text, parameters } = sqlOf({ ...scope, counted }, writer.artifacts());
        return question(text, parameters);
      },
      { keys: [...packages, ...pixels], signal: query.signal },
    );
  }

  return {
    async counts(query) {
      let { lastEvent } = await scopeOf(query);
      let known = { ...query, lastEvent };
      let [rows, uniques] = await Promise.all([
        ask(known, (scope) => countsSql(dialect, query, scope)),
        ask(known, (scope) => uniquesSql(dialect, query, scope)),
      ]);
      let { artifactOf } = writer.artifacts();
      let byCompany = new Map<string, CompanyUniques[]>();
      for (let row of uniques) {
        let company = textOf(row.company);
        byCompany.set(company, [...(byCompany.get(company) ?? []), uniquesOf(row)]);
      }
      return rows.map((row) => countsOf(dialect, row, byCompany.get(textOf(row.company)) ?? [], artifactOf));
    },
    async days(query) {
      let { packageIds, pixelIds } = query.firstsOf ?? query;
      let rows = await ask(query, (scope, { keysOf }) =>
        daysSql(dialect, query, scope, {
          groups: query.groups.map(({ artifactType, artifactIds }) => keysOf(artifactType, artifactIds)),
          firstsOf: [...keysOf('package', packageIds), ...keysOf('tracking-pixel', pixelIds)],
        }),
      );
      return rows.map((row) => ({
        company: textOf(row.company),
        day: Number(row.day),
        counts: query.groups.map((_, i) => Number(row[`g${i}`])),
        first: Number(row.seen) > 0 ? dialect.msOf(row.first) : undefined,
      }));
    },
    async byArtifact(query) {
      let rows = await ask(query, (scope) => byArtifactSql(dialect, query, scope));
      let { artifactOf } = writer.artifacts();
      return rows.map((row) => ({
        company: textOf(row.company),
        ...artifactOf(Number(row.artifact)),
        total: Number(row.total),
        uniques: dialect.objectsIn(row.uniques).map(({ period, sources }) => ({
          period: textOf(period),
          sources: Number(sources),
        })),
        firstSeen: dialect.msOf(row.first),
        lastSeen: dialect.msOf(row.last),
      }));
    },
    async events(query) {
      let rows = await ask(query, (scope) => eventsSql(dialect, query, scope));
      let byMatch = new Map(query.corrections?.map((one) => [one.of, one]));
      return rows.map((row) => correctedEventOf(dialect, row, writer.artifacts(), byMatch));
    },
    async matches(query) {
      return (await askWith(query, (scope) => matchesSql(dialect, query, scope))).map((row) => matchIn(dialect, row));
    },
  };
}

function uniquesOf({ period, downloads, views, sources }: EngineRow): CompanyUniques {
  return {
    period: textOf(period),
    downloads: Number(downloads),
    views: Number(views),
    sources: Number(sources),
  };
}

function countsOf(
  { histogramIn, msOf, textsIn }: Dialect,
  row: EngineRow,
  uniques: CompanyUniques[],
  artifactOf: ArtifactKeys['artifactOf'],
): CompanyCounts {
  let byPackage = new Map<string, number>();
  let byPixel = new Map<string, number>();
  for (let [key, events] of histogramIn(row.artifacts)) {
    let { artifactType, artifactId } = artifactOf(key);
    (artifactType === 'package' ? byPackage : byPixel).set(artifactId, events);
  }
  return {
    company: textOf(row.company),
    name: textOf(row.name),
    domain: textOf(row.domain),
    country: textOf(row.country),
    state: textOf(row.state),
    confidence: row.confidence === null ? null : Number(row.confidence),
    connectionType: connectionTypeIn(row),
    corrections: textsIn(row.corrections),
    downloads: Number(row.downloads),
    views: Number(row.views),
    uniques,
    firstSeen: msOf(row.first),
    lastSeen: msOf(row.last),
    byPackage,
    byPixel,
  };
}

function connectionTypeIn({ connection_type: stored }: EngineRow): Event['connectionType'] {
  return eventFields.connectionType.oneOf.find((type) => type === stored) ?? '';
}

function matchIn({ msOf }: Dialect, row: EngineRow): Match {
  return {
    of: textOf(row.match),
    network: textOf(row.network),
    connectionType: connectionTypeIn(row),
    matchedName: textOf(row.matched_name),
    matchedDomain: textOf(row.matched_domain),
    name: textOf(row.company_name),
    domain: textOf(row.company_domain),
    confidence: row.confidence === null ? null : Number(row.confidence),
    events: Number(row.total),
    firstSeen: msOf(row.first),
    lastSeen: msOf(row.last),
  };
}
