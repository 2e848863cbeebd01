/**
 * The range of events being sent to ClickHouse, saved before sending: after a crash or a lost
 * response exactly the same range is sent again. One process has the file open, and only that one
 * ships the journal of the folder.
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import type { Mark } from 'journal/reader';
import type { EngineRow } from '../query/dialect';
import type { Ends } from '../query/ends';
import type { Span } from './spans';

export const rangeFile = 'events.shipping.sqlite';

export interface EventRange {
  /** Stays the same when the range is sent again. */
  token: string;
  /** Numbers of the events, in their order; of one partition if one machine stores all events. */
  spans: Span[];
  events: EngineRow[];
  artifacts: EngineRow[];
  changes: EngineRow[];
  marks: Mark[];
}

/** Before partitions. */
type FirstRange = Omit<EventRange, 'spans'> & Omit<Span, 'partition'>;

export function rangeIn(text: string): EventRange {
  let range = JSON.parse(text) as EventRange | FirstRange;
  if ('spans' in range) return range;
  let { first, end, ...others } = range;
  return { ...others, spans: [{ partition: 0, first, end }] };
}

type Soon<T> = T | Promise<T>;

/** A file, or PostgreSQL if processes take over from each other. */
export interface RangeStore {
  /** Possibly sent, not known to be stored. Those of processes that have ended come with their partitions. */
  pending(): Soon<EventRange[]>;
  /** Durable when it resolves. */
  write(range: EventRange): Soon<void>;
  /** The range is stored. */
  shipped(range: EventRange): Soon<void>;
  /** The range will never be sent. */
  drop(range: EventRange): Soon<void>;
  lastShipped(): Soon<Ends>;
  /** How the operator resets it. */
  forgotten: string;
  close(): void;
}

/** Synchronous. */
export type RangeFile = {
  [Name in keyof RangeStore]: RangeStore[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Awaited<Result>
    : RangeStore[Name];
};

/** Whether a process has the file of a folder open. */
export function isShipping(folder: string): boolean {
  if (!existsSync(path.join(folder, rangeFile))) return false;
  try {
    openRangeFile(folder).close();
    return false;
  } catch {
    return true;
  }
}

/** Throws if another process, or another store of this one, has it open. */
export function openRangeFile(folder: string): RangeFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let database = new Libsql(path.join(folder, rangeFile));
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('BEGIN EXCLUSIVE');
    database.exec('CREATE TABLE IF NOT EXISTS pending (range TEXT NOT NULL)');
    database.exec('CREATE TABLE IF NOT EXISTS shipped (last INTEGER NOT NULL)');
    database.exec('COMMIT');
  } catch (error) {
    database.close();
    let isBusy = /locked|busy/i.test(String(error));
    throw isBusy
      ? new Error(`The events of ${folder} are shipped by another process already. Stop that one first.`)
      : error;
  }

  /**
   * Space for a range that could not be written. A smaller range needs as much, so that on a full
   * disk no event is blamed for it.
   */
  let needed = 0;

  function inTransaction(work: () => void): void {
    database.exec('BEGIN');
    try {
      work();
      database.exec('COMMIT');
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  return {
    pending() {
      let row = database.prepare('SELECT range FROM pending').get() as { range: string } | undefined;
      return row ? [rangeIn(row.range)] : [];
    },
    write(range) {
      let text = JSON.stringify(range).padEnd(needed);
      needed = text.length;
      inTransaction(() => {
        database.exec('DELETE FROM pending');
        database.prepare('INSERT INTO pending VALUES (?)').run(text);
      });
      needed = 0;
    },
    shipped({ spans }) {
      inTransaction(() => {
        database.exec('DELETE FROM pending');
        database.exec('DELETE FROM shipped');
        database.prepare('INSERT INTO shipped VALUES (?)').run(spans[0]!.end);
      });
    },
    drop: () => void database.exec('DELETE FROM pending'),
    lastShipped() {
      let row = database.prepare('SELECT last FROM shipped').get() as { last: number } | undefined;
      return [row?.last ?? 0];
    },
    forgotten: `delete ${rangeFile}`,
    close() {
      // A statement that is not collected yet would keep the file locked.
      database.exec('PRAGMA locking_mode = NORMAL');
      database.exec('SELECT last FROM shipped');
      database.close();
    },
  };
}
