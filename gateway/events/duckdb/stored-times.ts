/**
 * Moves the times of stored events that a wrong clock has dated too late. No server has the file
 * open.
 */
import { storeVersion } from '../write/store-version';
import { openEngine } from './engine';
import { readStoreVersion } from './migrate';
import { invalidateMoved } from './summary-parts';

/**
 * Events with a time from `from` to before `until`, in milliseconds, and a number from `first` to
 * `last`.
 */
export interface DatedEvents {
  from: number;
  until: number;
  first: number;
  last: number;
}

/** Events that came one after the other: numbers and times of the first and the last one. */
export interface Stretch extends DatedEvents {
  events: number;
}

export interface StoredTimes {
  /**
   * All of them together, and the first `limit` stretches in the
   * order of arrival. A new one begins where the time goes back by more than an hour.
   */
  find(which: DatedEvents, limit: number): Promise<{ all: Stretch; stretches: Stretch[] }>;
  /** All of them or none; returns their number. Reports are right at the next start. */
  moveBack(which: DatedEvents, milliseconds: number): Promise<number>;
  close(): Promise<void>;
}

const memoryMb = 512;

/** Throws if a server has the file open, or if it has another version. */
export async function openStoredTimes(folder: string): Promise<StoredTimes> {
  let { aside, close } = await openEngine(folder, { memoryMb });
  try {
    let version = await aside(readStoreVersion);
    if (version !== storeVersion)
      throw new Error(`The events have version ${version}, and this Landfall writes ${storeVersion}. Start it once.`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    find: (which, limit) =>
      aside(async (connection) => {
        let read = async (text: string) => (await (await connection.run(text)).getRowObjects()).map(stretchOf);
        let these = `events WHERE ${areThese(which)}`;
        let begins =
          'coalesce(seq > lag(seq) OVER in_order + 1 OR time < lag(time) OVER in_order - INTERVAL 1 HOUR, true)';
        let begun = `SELECT seq, time, ${begins} AS begins FROM ${these} WINDOW in_order AS (ORDER BY seq)`;
        let numbered = `SELECT *, sum(begins::INT) OVER (ORDER BY seq) AS stretch FROM (${begun})`;
        let stretches = await read(
          `SELECT ${bounds} FROM (${numbered}) GROUP BY stretch ORDER BY first LIMIT ${limit}`,
        );
        return { all: (await read(`SELECT ${bounds} FROM ${these}`))[0]!, stretches };
      }),
    moveBack: (which, milliseconds) =>
      aside(async (connection) => {
        let moved = { ...which, from: which.from - milliseconds, until: which.until - milliseconds };
        await invalidateMoved(connection, areThese(which));
        let change = `UPDATE events SET time = time - to_milliseconds(${milliseconds}) WHERE ${areThese(which)}`;
        let { rowsChanged } = await connection.run(change);
        await invalidateMoved(connection, areThese(moved));
        return rowsChanged;
      }),
    close,
  };
}

const bounds =
  'min(seq) AS first, max(seq) AS last, count(*) AS events, epoch_ms(min(time)) AS "from", epoch_ms(max(time)) AS until';

function stretchOf({ first, last, events, from, until }: Record<string, unknown>): Stretch {
  return {
    first: Number(first),
    last: Number(last),
    events: Number(events),
    from: Number(from),
    until: Number(until),
  };
}

function areThese({ from, until, first, last }: DatedEvents): string {
  return (
    `time >= make_timestamp(${from}000) AND time < make_timestamp(${until}000) ` +
    `AND seq >= ${first} AND seq <= ${last}`
  );
}
