/** Deletes events on ClickHouse, which rewrites the affected parts of its files. */
import type { QueryEngine, RunQuery } from '../query/dialect';
import type { CachedAggregates } from '../cache/cached-aggregates';
import { companyKeySql, confidentSql, namesCompanySql } from '../query/company-sql';
import { matchKeySql } from '../query/corrections-sql';
import type { Deletions } from '../duckdb/deletions';
import { erasedSql, type SqlCondition } from '../query/erased-sql';
import { erasedFirstDatesSql } from '../query/first-dates';
import { expiredSql } from '../query/expired-sql';
import { inSnapshot } from '../query/snapshot';
import type { EventWriter } from '../write/writer';
import { noteDeletion } from './follower';
import type { Clickhouse } from './client';
import { eventsOf } from './schema';
import type { ClickhouseSummarizer } from './summarizer';

interface Removal {
  /** Later events may be on their way; a deletion does not block them. */
  end: number;
  keepsFirsts: boolean;
  /** The server may finish a started statement. */
  signal: AbortSignal | undefined;
}

interface DeletionParts {
  engine: QueryEngine;
  writer: EventWriter;
  counts: CachedAggregates;
  summarizer?: ClickhouseSummarizer | undefined;
}

export async function createClickhouseDeletions(
  server: Clickhouse,
  { engine: { dialect, read }, writer, counts, summarizer }: DeletionParts,
): Promise<Deletions> {
  let done = new Set((await server.ask('SELECT DISTINCT id FROM erased')).map(({ id }) => String(id)));

  /** Whether events may have been deleted without a note, by an earlier process or a failure. */
  let owesNote = true;

  async function noteOwed(): Promise<void> {
    if (!owesNote) return;
    await noteDeletion(server);
    owesNote = false;
  }

  async function countOf({ text, parameters }: SqlCondition, ask: RunQuery): Promise<number> {
    let [row] = await ask(`SELECT count() AS size FROM events WHERE ${text}`, parameters);
    return Number(row?.size);
  }

  let countAsked = (condition: SqlCondition) => read((ask) => countOf(condition, ask), { keys: [] });

  /** Repeatable, so it resumes after a restart. */
  async function remove({ text, parameters }: SqlCondition, { end, keepsFirsts, signal }: Removal): Promise<number> {
    let where = `${text} AND ${inSnapshot(end)}`;
    let size = await countOf({ text: where, parameters }, server.ask);
    if (size === 0) {
      await noteOwed();
      return 0;
    }
    owesNote = true;
    let work = async () => {
      if (keepsFirsts)
        await server.run(
          `INSERT INTO first_seen SELECT artifact, ${matchKeySql(dialect)}, ${companyKeySql}, NOT ${confidentSql}, min(time) ` +
            `FROM events WHERE ${where} AND ${namesCompanySql} GROUP BY 1, 2, 3, 4`,
          parameters,
          signal,
        );
      await server.run(`ALTER TABLE ${eventsOf(server)} DELETE WHERE ${where}`, parameters, signal);
      await noteOwed();
      return size;
    };
    return counts.whileDeleting(() =>
      summarizer ? summarizer.whileDeleting({ text: where, parameters }, work) : work(),
    );
  }

  return {
    async erase(tombstone, signal) {
      writer.addTombstones([tombstone]);
      if (done.has(tombstone.id)) return undefined;
      let end = await writer.flush();
      let wanted = erasedSql(dialect, tombstone, writer.artifacts());
      let removed = wanted ? await remove(wanted, { end, keepsFirsts: false, signal }) : 0;
      let firsts = erasedFirstDatesSql(dialect, tombstone, writer.artifacts());
      if (firsts) await server.run(`ALTER TABLE first_seen DELETE WHERE ${firsts.text}`, firsts.parameters, signal);
      await server.insert('erased', [{ id: tombstone.id }]);
      done.add(tombstone.id);
      return removed;
    },
    async deleteExpired(age, signal) {
      let end = await writer.flush();
      let text = expiredSql(dialect, age, writer.artifacts());
      return text === undefined ? 0 : remove({ text, parameters: [] }, { end, keepsFirsts: true, signal });
    },
    async countExpired(age, { lastEvent } = {}) {
      let end = lastEvent ?? (await writer.flush());
      let old = expiredSql(dialect, age, writer.artifacts());
      return old === undefined ? 0 : countAsked({ text: `${inSnapshot(end)} AND ${old}`, parameters: [] });
    },
    // The server removes the old parts by itself.
    overwriteDeleted: async () => undefined,
    async countErased(about, { lastEvent } = {}) {
      let end = lastEvent ?? (await writer.flush());
      let wanted = erasedSql(dialect, { ...about, until: null }, writer.artifacts());
      return wanted ? countAsked({ ...wanted, text: `${inSnapshot(end)} AND ${wanted.text}` }) : 0;
    },
  };
}
