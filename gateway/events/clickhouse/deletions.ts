/** Deletes events on ClickHouse, which rewrites the affected parts of its files. */
import type { QueryEngine, RunQuery } from '../query/dialect';
import type { CachedAggregates } from '../cache/cached-aggregates';
import type { Deletions } from '../base-store';
import { erasedSql, type SqlCondition } from '../query/erased-sql';
import { erasedFirstDatesSql, keepFirstDatesSql } from '../query/first-dates';
import { expiredSql } from '../query/expired-sql';
import { inEnds } from '../shape/ends';
import { inSnapshot, type SnapshotOptions } from '../shape/snapshot';
import type { EventWriter } from '../write/writer';
import { noteDeletion } from './follower';
import type { Clickhouse } from './client';
import { rowsOn } from './definitions';
import { clickhouseDialect } from './dialect';
import { allServersRespond, isDeletingEvents } from './schema';
import type { ClickhouseSummarizer } from './summarizer';
import { unavailable } from './unavailable';

interface Removal {
  /** The condition for stored events. Others may be on their way; a deletion does not block them. */
  stored: string;
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

  async function storedAt({ lastEvent }: SnapshotOptions = {}): Promise<string> {
    if (lastEvent !== undefined) return inSnapshot(lastEvent);
    await writer.flush();
    return inEnds(writer.ends());
  }

  async function count(find: () => SqlCondition | undefined, asOf?: SnapshotOptions): Promise<number> {
    let stored = await storedAt(asOf);
    let wanted = find();
    if (!wanted) return 0;
    let condition = { ...wanted, text: `${stored} AND ${wanted.text}` };
    return read((ask) => countOf(condition, ask), { keys: [] });
  }

  /** Resumes after a restart. Refused while servers are away, which would keep the events. */
  async function remove({ text, parameters }: SqlCondition, { stored, keepsFirsts, signal }: Removal): Promise<number> {
    let where = `${text} AND ${stored}`;
    if (server.cluster !== undefined && (!(await allServersRespond(server)) || (await isDeletingEvents(server))))
      throw unavailable(new Error('A server of the cluster is away, or still deletes events.'));
    let size = await countOf({ text: where, parameters }, server.ask);
    if (size === 0) {
      await noteOwed();
      return 0;
    }
    owesNote = true;
    let work = async () => {
      if (keepsFirsts) await server.run(keepFirstDatesSql(dialect, where), parameters, signal);
      await server.run(`ALTER TABLE ${rowsOn(server, 'events')} DELETE WHERE ${where}`, parameters, signal);
      await noteOwed();
      return size;
    };
    return counts.whileDeleting(() =>
      summarizer ? summarizer.whileDeleting({ text: where, parameters }, work) : work(),
    );
  }

  async function removeFirsts({ text, parameters }: SqlCondition, signal: AbortSignal | undefined): Promise<void> {
    let [row] = await server.ask(`SELECT count() AS size FROM first_seen WHERE ${text}`, parameters);
    if (Number(row?.size) === 0) return;
    await server.run(`ALTER TABLE first_seen DELETE WHERE ${text}`, parameters, signal);
  }

  return {
    async erase(tombstone, signal) {
      writer.addTombstones([tombstone]);
      if (done.has(tombstone.id)) return undefined;
      // No event that the tombstone names is stored later.
      await writer.settle(tombstone.ownerId);
      let stored = inEnds(writer.ends());
      // On all shards: a partition that was moved can have left rows.
      let wanted = erasedSql(clickhouseDialect, tombstone, writer.artifacts());
      let removed = wanted ? await remove(wanted, { stored, keepsFirsts: false, signal }) : 0;
      let firsts = erasedFirstDatesSql(dialect, tombstone, writer.artifacts());
      if (firsts) await removeFirsts(firsts, signal);
      await server.insert('erased', [{ id: tombstone.id }]);
      done.add(tombstone.id);
      return removed;
    },
    async deleteExpired(age, signal) {
      let stored = await storedAt();
      let wanted = expiredSql(clickhouseDialect, age, writer.artifacts());
      return wanted ? remove(wanted, { stored, keepsFirsts: true, signal }) : 0;
    },
    countExpired: (age, asOf) => count(() => expiredSql(dialect, age, writer.artifacts()), asOf),
    // The server removes the old parts by itself.
    overwriteDeleted: async () => undefined,
    countErased: (about, asOf) => count(() => erasedSql(dialect, { ...about, until: null }, writer.artifacts()), asOf),
  };
}
