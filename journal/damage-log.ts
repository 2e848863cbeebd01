/**
 * What of a journal cannot be stored: lines that are damaged and events that are refused. They are
 * kept in a folder of their own, told of, and counted in a file that outlives the process.
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
  /** A count that begins anew has another. */
  id: z.string().uuid(),
  /** Lines that were set aside because they cannot be read. */
  lines: Count,
  /** Events whose places are known to be missing. */
  missing: Count,
  /** Events that were set aside because they cannot be stored. */
  refused: Count,
  /** When something was found last, in milliseconds since 1970; null where nothing was. */
  last: z.number().nullable(),
});
export type Damage = z.infer<typeof Damage>;

export interface DamageLog {
  /** Lines of a segment that were set aside before. */
  linesOf(segment: string): Promise<Set<string>>;
  /** Keeps and counts a line that cannot be read. */
  addLine(segment: string, line: string): Promise<void>;
  /** Counts places that no record has. */
  addMissing(events: number): void;
  /** Keeps and counts an event that cannot be stored; once, however often it is given. */
  addRefused(event: Event, why: unknown): Promise<void>;
  /** Says that there are so many damaged lines in a segment. */
  warnOf(segment: string, lines: number): void;
  counts(): Damage;
  close(): Promise<void>;
}

/** Where the lines and events of a folder that cannot be stored are kept. */
export function damagedFolder(folder: string): string {
  return path.join(journalFolder(folder), 'damaged');
}

const refusedFile = 'refused-events.jsonl';

/** Opens what is known of a folder's damage. */
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
        `An event cannot be stored (${String(why)}) and was set aside in ${path.join(place, refusedFile)}. What stands ` +
          'behind it is stored. Report the reason; delete the file when nobody needs it.',
      );
    },
    warnOf(segment, lines) {
      warn(
        `The journal file ${path.join(journalFolder(folder), segment)} is damaged: ${lines} of its lines cannot be ` +
          'read, so the events in them are missing. Everything else in it was stored. The lines were kept in ' +
          `${place}; check the disk, and delete them when nobody needs them.`,
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

/** The id of a kept event; a line that was cut off names none. */
function idOf(line: string): string {
  return /"event":\{.*?"id":"([^"]*)"/.exec(line)?.[1] ?? '';
}

/** JSON has no integers of 64 bits. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
