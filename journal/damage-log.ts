/**
 * Lines of a journal that are damaged and events that the store refuses: kept in a folder, logged,
 * and counted in a file that outlives the process.
 */
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Event } from 'contract/event-fields';
import { journalFolder } from './files';
import { openInPlace } from './in-place-file';

const Count = z.number().int().nonnegative();

const Damage = z.object({
  /** Changes whenever the file is recreated. */
  id: z.string().uuid(),
  /** Damaged lines. */
  lines: Count,
  /** Events that no record has. */
  missing: Count,
  /** Events that the store refused. */
  refused: Count,
  /** When the last damage was found, in milliseconds since 1970. */
  last: z.number().nullable(),
});
export type Damage = z.infer<typeof Damage>;

export interface DamageLog {
  /** Lines of a segment that were kept before. */
  linesOf(segment: string): Promise<Set<string>>;
  /** Keeps and counts a damaged line. */
  addLine(segment: string, line: string): Promise<void>;
  addMissing(events: number): void;
  /** Keeps and counts an event that cannot be stored, once for each event. */
  addRefused(event: Event, why: unknown): Promise<void>;
  /** Logs the number of damaged lines in a segment. */
  warnOf(segment: string, lines: number): void;
  counts(): Damage;
  close(): Promise<void>;
}

/** The folder of damaged lines and refused events. */
export function damagedFolder(folder: string): string {
  return path.join(journalFolder(folder), 'damaged');
}

const refusedFile = 'refused-events.jsonl';

export async function openDamageLog(folder: string, warn: (sentence: string) => void): Promise<DamageLog> {
  let place = damagedFolder(folder);
  await mkdir(journalFolder(folder), { recursive: true, mode: 0o700 }).catch(() => undefined);
  let initial: Damage = { id: randomUUID(), lines: 0, missing: 0, refused: 0, last: null };
  let countFile = path.join(journalFolder(folder), 'damage-count');
  let file = await openInPlace(countFile, { schema: Damage, initial, isExpected: false, warn });
  let refused: Set<string> | undefined;

  function count(what: 'lines' | 'missing' | 'refused', more: number): void {
    let before = file.value();
    file.save({ ...before, [what]: before[what] + more, last: Date.now() });
  }

  async function keep(name: string, line: string): Promise<void> {
    await mkdir(place, { recursive: true, mode: 0o700 });
    await appendFile(path.join(place, name), `${line}\n`, { mode: 0o600 });
  }

  return {
    linesOf: (segment) => linesOf(path.join(place, segment)),
    async addLine(segment, line) {
      await keep(segment, line);
      count('lines', 1);
    },
    addMissing: (events) => count('missing', events),
    async addRefused(event, why) {
      refused ??= new Set([...(await linesOf(path.join(place, refusedFile)))].map(idOf));
      if (refused.has(event.id)) return;
      await keep(refusedFile, JSON.stringify({ why: String(why), event }, plain));
      refused.add(event.id);
      count('refused', 1);
      warn(
        `An event cannot be stored (${String(why)}) and was set aside in ${path.join(place, refusedFile)}. Later ` +
          'events are stored. Report the reason, and delete the file when you no longer need it.',
      );
    },
    warnOf(segment, lines) {
      warn(
        `The journal file ${path.join(journalFolder(folder), segment)} is damaged: ${lines} of its lines cannot be ` +
          'read, so the events in them are missing. Everything else in it was stored. The lines were kept in ' +
          `${place}; check the disk, and delete them when you no longer need them.`,
      );
    },
    counts: file.value,
    close: file.close,
  };
}

async function linesOf(file: string): Promise<Set<string>> {
  let text = await readFile(file, 'utf8').catch(() => '');
  return new Set(text.split('\n').filter(Boolean));
}

/** The id of a kept event; empty for a truncated line. */
function idOf(line: string): string {
  return /"event":\{.*?"id":"([^"]*)"/.exec(line)?.[1] ?? '';
}

/** JSON has no 64-bit integers. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
