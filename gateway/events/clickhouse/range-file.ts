/**
 * The range of events that is on its way to ClickHouse, written down before it is sent: after a
 * crash, or an answer that did not come, exactly the same is sent again. The file is open in one
 * process only, which is thereby the only one that ships the journal of its folder.
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import type { Mark } from 'journal/reader';
import type { EngineRow } from '../query/dialect';

/** The name of the file in the data folder. */
export const rangeFile = 'events.shipping.sqlite';

export interface EventRange {
  /** Of this range alone, also when it is sent several times. */
  token: string;
  /** The `seq` of its first event, and the one behind its last. */
  first: number;
  end: number;
  events: EngineRow[];
  /** The place of the server that each event goes to; left out where there is one server. */
  places?: number[];
  artifacts: EngineRow[];
  changes: EngineRow[];
  marks: Mark[];
}

type Soon<T> = T | Promise<T>;

/** Where the range is written down: a file, or PostgreSQL where processes take over from each other. */
export interface RangeStore {
  /** What may have been sent, and is not known to be stored. */
  pending(): Soon<EventRange | undefined>;
  /** It is durable when this is done. */
  write(range: EventRange): Soon<void>;
  /** The pending range is stored. */
  shipped(end: number): Soon<void>;
  /** The pending range will never be sent. */
  drop(): Soon<void>;
  /** The number of the last event known to be stored. */
  lastShipped(): Soon<number>;
  /** What to do so that nothing is known of what was shipped. */
  forgotten: string;
  close(): void;
}

/** A file is written while nothing else happens. */
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

/** Throws where another process, or another store of this one, has it open. */
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
   * The room of a range that could not be written. A smaller one takes as much: on a full disk no
   * range can be written then, and none of its events is taken for the reason.
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
      return row && (JSON.parse(row.range) as EventRange);
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
    shipped(end) {
      inTransaction(() => {
        database.exec('DELETE FROM pending');
        database.exec('DELETE FROM shipped');
        database.prepare('INSERT INTO shipped VALUES (?)').run(end);
      });
    },
    drop: () => void database.exec('DELETE FROM pending'),
    lastShipped() {
      let row = database.prepare('SELECT last FROM shipped').get() as { last: number } | undefined;
      return row?.last ?? 0;
    },
    forgotten: `delete ${rangeFile}`,
    close() {
      // A statement that is not collected yet would keep the file, and with it the lock.
      database.exec('PRAGMA locking_mode = NORMAL');
      database.exec('SELECT last FROM shipped');
      database.close();
    },
  };
}
