/**
 * Reads the journal while it is written: record after record, through the segments of all epochs
 * from the oldest. Readable records are never skipped, and never returned twice.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from 'contract/event-fields';
import type { DamageLog } from './damage-log';
import { createFinishedSegments } from './finished-segments';
import { fileNames, journalFolder } from './files';
import { jsonOf, type Origin } from './format';
import { grow, recordIn, reread, segmentOf, setAside, takeLine, tellOfDamage, type Segment } from './segment';

/** The first place of an epoch that is not stored yet. */
export interface Mark extends Origin {
  next: number;
}

export interface Batch {
  events: readonly Event[];
  /** Place of the first event; the others follow one by one. */
  from: Mark;
}

export interface JournalReader {
  /** The next durable events; undefined when there are none yet. One call at a time. */
  read(): Promise<Batch | undefined>;
  /** Deletes the segments whose events are all before the marks, except the last one. */
  release(marks: readonly Mark[]): Promise<void>;
  /** Why some records cannot be read while others can; left out when it never happens. */
  problem?(): unknown;
  /** Pauses deletion until the returned function is called; resolves when none is running. */
  keep(): Promise<() => void>;
  /**
   * Bytes that are not stored, and the time of the first event there; null if only returned events
   * are left.
   */
  lag(): Promise<{ bytes: number; oldest: number | null }>;
}

/** Returned records that may not be stored yet. */
interface Unstored {
  epoch: string;
  /** The place after it. */
  end: number;
  /** Places before it that no record has. */
  missing: number;
  /** Segment of its line. */
  name: string;
  offset: number;
}

/** Skips what is before `marks`; lines that cannot be read go to `damage`. */
export function createJournalReader(
  folder: string,
  marks: readonly Mark[],
  damage: Pick<DamageLog, 'linesOf' | 'addLine' | 'addMissing' | 'warnOf'>,
): JournalReader {
  let place = journalFolder(folder);
  let next = new Map(marks.map(({ epoch, next: end }) => [epoch, end]));
  let ended = createFinishedSegments(place);
  let unstored: Unstored[] = [];
  let current: Segment | undefined;

  async function following(name: string | undefined): Promise<string | undefined> {
    return (await fileNames(place)).find((one) => name === undefined || one > name);
  }

  /** The next complete line; undefined when there is none yet. */
  async function line(): Promise<string | undefined> {
    for (;;) {
      current ??= await begin(await following(ended.last()));
      if (!current) return undefined;
      let text = takeLine(current);
      if (text !== undefined) return text;
      if (await grow(place, current)) continue;
      // A segment is followed by another only once it is finished; read what was added in between.
      if ((await following(current.name)) === undefined || (await grow(place, current))) {
        if (current.rest.includes('\n')) continue;
        return undefined;
      }
      // Bytes after the last newline were never acknowledged.
      finish(current);
    }
  }

  function finish(segment: Segment): void {
    let { name, origin } = segment;
    tellOfDamage(segment, damage);
    ended.add({ name, epoch: origin?.epoch, end: next.get(origin?.epoch ?? '') ?? 0 });
    current = undefined;
  }

  async function begin(name: string | undefined): Promise<Segment | undefined> {
    return name === undefined ? undefined : segmentOf(name, await damage.linesOf(name));
  }

  return {
    async read() {
      for (let text = await line(); text !== undefined; text = await line()) {
        let segment = current!;
        let json = jsonOf(text);
        // The writer may have replaced a line that was read here.
        if (json === undefined && !segment.suspects.has(text)) {
          segment.suspects.add(text);
          reread(segment);
          continue;
        }
        let found = json === undefined ? undefined : recordIn(segment, json);
        if (found === 'header') continue;
        if (!found || !segment.origin) {
          await setAside(segment, text, damage);
          continue;
        }
        let { seq, events } = found;
        let { epoch } = segment.origin;
        let expected = next.get(epoch) ?? 0;
        let fresh = events.slice(Math.max(0, expected - seq));
        if (fresh.length === 0) continue;
        let from = Math.max(seq, expected);
        let end = from + fresh.length;
        let offset = segment.offset - segment.rest.length - Buffer.byteLength(text) - 1;
        unstored.push({ epoch, end, missing: from - expected, name: segment.name, offset });
        next.set(epoch, end);
        return { events: fresh, from: { ...segment.origin, next: from } };
      }
      if (current) tellOfDamage(current, damage);
      return undefined;
    },
    async release(stored) {
      let isStored = storedBy(stored);
      unstored = withoutStored(unstored, isStored, damage);
      await ended.release(isStored);
    },
    keep: ended.keep,
    async lag() {
      let names = await fileNames(place);
      let sizes = await Promise.all(names.map((name) => stat(path.join(place, name)).catch(() => undefined)));
      let [first] = unstored;
      let from = first ?? (current && { name: current.name, offset: current.offset - current.rest.length });
      let before = from?.name ?? ended.last() ?? '';
      let bytesOf = (name: string, i: number) => {
        if (name < before || (name === before && !from)) return 0;
        return (sizes[i]?.size ?? 0) - (name === from?.name ? from.offset : 0);
      };
      return { bytes: names.reduce((sum, name, i) => sum + Math.max(0, bytesOf(name, i)), 0), oldest: null };
    },
  };
}

/** Whether events before `end` of an epoch are all before these marks. */
export function storedBy(marks: readonly Mark[]): (at: { epoch: string; end: number }) => boolean {
  let ends = new Map(marks.map(({ epoch, next }) => [epoch, next]));
  return ({ epoch, end }) => (ends.get(epoch) ?? 0) >= end;
}

/** Counts a gap only when the event after it is stored: until then each start finds it again. */
export function withoutStored<Read extends { epoch: string; end: number; missing: number }>(
  records: readonly Read[],
  isStored: ReturnType<typeof storedBy>,
  damage: Pick<DamageLog, 'addMissing'>,
): Read[] {
  for (let { missing } of records.filter(isStored)) if (missing > 0) damage.addMissing(missing);
  return records.filter((record) => !isStored(record));
}
