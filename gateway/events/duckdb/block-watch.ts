import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watchDamage, type DamageWatch } from '../damage-watch';
import type { EngineRow, QueryEngine } from '../query/dialect';
import { damagedTables, isDamage } from './damage';
import { eventsFile } from './engine';
import type { Summarizer } from './summarizer';
import { isSummary } from './summary-parts';

interface WatchParts {
  engine: Pick<QueryEngine, 'read'>;
  summarizer: Pick<Summarizer, 'restart' | 'isMade'>;
  folder: string;
  warn(sentence: string): void;
}

/** Damaged blocks of the file in `folder`, which is read in short steps. */
export function watchBlocks({ engine: { read }, summarizer, folder, warn }: WatchParts): DamageWatch {
  let file = path.join(folder, eventsFile);

  /** Pauses for as long as it took. Damage is a result here: as an error, it would have the query repeated. */
  async function ask(text: string, signal: AbortSignal): Promise<EngineRow[]> {
    let started = performance.now();
    let result = await read<EngineRow[] | Error>(
      (run) =>
        run(text).catch((error: Error) => {
          if (!isDamage(error)) throw error;
          return error;
        }),
      { keys: [], signal },
    );
    await pause(performance.now() - started, undefined, { signal });
    if (result instanceof Error) throw result;
    return result;
  }

  return watchDamage({
    find: (signal) => damagedTables((text) => ask(text, signal)),
    isSummary,
    summaries: summarizer,
    sentences: {
      events: (tables) =>
        `${file} is damaged: ${tables} cannot be read, and reports that need all of it fail. Check the disk, stop the ` +
        `server, and run "landfall check ${folder} --repair <new folder>", or restore a backup.`,
      summaries: (tables) =>
        `${file} is damaged: ${tables} could not be read. It is a summary: reports are right, and slower until all ` +
        'summaries are made again from the events, which happens by itself. Check the disk.',
    },
    warn,
  });
}
