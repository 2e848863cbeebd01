/** The maximum size of the journal and the minimum free space on its disk. */
import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { fileNames, journalFolder } from './files';
import type { DropReason } from './dropped-events';

export interface JournalLimits {
  /** Bytes of all segments; the last one may exceed it a little. */
  bytesMax: number;
  /** Bytes that stay free on the disk. */
  freeMin: number;
  /** Bytes after which a new segment starts. */
  segmentMax?: number;
}

export interface JournalSize {
  bytes: number;
  /** Infinite where the system does not report it. */
  free: number;
}

export interface SizeLimits {
  /** Rejects with JournalFull. Reads the disk at most once a second. */
  check(isNewSegment: boolean): Promise<void>;
  written(bytes: number): void;
  /** As of the last read of the disk. */
  state(): JournalSize;
}

export class JournalFull extends Error {
  constructor(
    sentence: string,
    readonly reason: DropReason,
  ) {
    super(sentence);
  }
}

const askEveryMs = 1_000;
const mb = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;

export function createSizeLimits(folder: string, { bytesMax, freeMin }: JournalLimits): SizeLimits {
  let place = journalFolder(folder);
  let now: JournalSize = { bytes: 0, free: Number.POSITIVE_INFINITY };
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    askedAt = performance.now();
    let names = await fileNames(place);
    let sizes = await Promise.all(names.map((name) => stat(path.join(place, name)).catch(() => undefined)));
    // The journal's folder may be a separate mount; before it exists it will be on the disk of
    // `folder`.
    let disk = await statfs(place).catch(() => statfs(folder).catch(() => undefined));
    now = {
      bytes: sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0),
      free: disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY,
    };
  }

  return {
    async check(isNewSegment) {
      if (isNewSegment || performance.now() - askedAt >= askEveryMs) await ask();
      let { bytes, free } = now;
      if (free < freeMin)
        throw new JournalFull(
          `The disk of ${place} has ${mb(free)} left, and at least ${mb(freeMin)} stay free (JOURNAL_MIN_FREE_MB). ` +
            'Downloads work, but are not counted. Free up space on this disk; counting resumes automatically.',
          'disk-full',
        );
      if (bytes >= bytesMax)
        throw new JournalFull(
          `The journal in ${place} holds ${mb(bytes)}, as much as it may (JOURNAL_MAX_MB), because the store side ` +
            'does not take its events over. Downloads are served, but not counted. See what /readyz of the dashboard ' +
            'says; counting resumes automatically.',
          'journal-full',
        );
    },
    written(bytes) {
      now = { bytes: now.bytes + bytes, free: now.free - bytes };
    },
    state: () => now,
  };
}
