/**
 * Checkpoints the store's file, and freezes it while it is copied: later events stay in the
 * write-ahead log.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { EventStore } from '../shape/store';
import type { Summarizer } from './summarizer';
import type { DuckdbTable } from './table';
import type { EventWriter } from '../write/writer';

export interface Checkpoints extends Pick<EventStore, 'freezeFile'> {
  /** False if the engine refuses because of a running query, or while the file is frozen. */
  run(): Promise<boolean>;
  /** Tries for some seconds, then rejects. */
  inTime(signal: AbortSignal): Promise<void>;
}

const triesMax = 100;
const againMs = 50;
const never = "SET checkpoint_threshold = '1000TiB'";

/** `thresholdKb`: as in the settings of the store. */
export function createCheckpoints(
  { table: { maintain }, keepJournal }: Pick<EventWriter<DuckdbTable>, 'table' | 'keepJournal'>,
  { without }: Pick<Summarizer, 'without'>,
  thresholdKb: number | undefined,
): Checkpoints {
  let usual =
    thresholdKb === undefined ? 'RESET checkpoint_threshold' : `SET checkpoint_threshold = '${thresholdKb}KiB'`;
  let isKept = false;

  async function run(): Promise<boolean> {
    return maintain(async (connection) => !isKept && checkpoint(connection));
  }

  async function inTime(signal: AbortSignal): Promise<void> {
    for (let tries = 0; !(await run()); tries++) await nextTry(tries, signal);
  }

  /** Resolves when writes may go on, with the rest of the work. */
  async function begin(
    work: Parameters<EventStore['freezeFile']>[0],
    signal: AbortSignal,
  ): Promise<{ done: Promise<void> }> {
    for (let tries = 0; ; tries++) {
      let begun = await maintain(async (connection) => {
        await connection.run(never);
        if (!(await checkpoint(connection))) return undefined;
        let done = Promise.resolve();
        await new Promise<void>((resolve) => {
          done = work(resolve);
          done.then(resolve, () => resolve());
        });
        return { done };
      });
      if (begun) return begun;
      await nextTry(tries, signal);
    }
  }

  return {
    run,
    inTime,
    async freezeFile(work, signal) {
      if (isKept) throw new Error('The file of the event store is being copied already.');
      isKept = true;
      let release = await keepJournal();
      try {
        await without(async () => {
          let { done } = await begin(work, signal);
          await done;
        });
      } finally {
        isKept = false;
        release();
        await maintain((connection) => connection.run(usual));
      }
    },
  };
}

async function checkpoint(connection: DuckDBConnection): Promise<boolean> {
  try {
    await connection.run('CHECKPOINT');
    return true;
  } catch (error) {
    if (/cannot checkpoint/i.test(String(error))) return false;
    throw error;
  }
}

async function nextTry(tries: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (tries === triesMax) throw new Error('The event store was never idle long enough to rewrite its file.');
  await pause(againMs);
}
