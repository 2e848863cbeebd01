/** Makes archives in the background, one after the other, and deletes their files at their end. */
import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import * as limits from 'contract/limits';
import { minuteMs } from 'contract/shared/time';
import { archiveReadyEmail } from './mails/archive-ready';
import type { Mail } from '../floor/mail/mail';
import { findUser } from '../floor/owners';
import type { ArchiveRow } from '../floor/db/schema';
import type { Jobs } from '../floor/jobs';
import { ApiError } from '../floor/api-error';
import { changeArchive, archiveExpiry, deleteExpiredArchives, claimArchive } from '../floor/archive-records';
import { writeArchive, type ArchiveWriterServices } from './write-archive';

export interface ArchiveServices extends ArchiveWriterServices {
  /** Where the files lie. */
  folder: string;
  mail: Mail;
  publicUrl: string;
  /** Deletes what is to be deleted, so that nothing erased is in an archive. */
  erase: () => Promise<void>;
  log: Logger;
}

export interface Archives {
  /** Makes what is asked for, and deletes what has ended. */
  run(): Promise<void>;
  /** The same, without waiting for it. */
  wake(): void;
  /** Refuses with too-little-room. */
  checkDiskSpace(): Promise<void>;
  /** The file of an archive. Refuses with archive-not-found. */
  read(id: string): Promise<AsyncIterable<Uint8Array>>;
  /** Stops at the next file; resolves when the stores are no longer used. */
  close(): Promise<void>;
}

/** A process that has not renewed what it makes for so long counts as ended. */
const leaseMs = 5 * minuteMs;
const attemptsMax = 3;

/** Says that an archive is not to be finished here: deleted meanwhile, or this process ends. */
class Stopped extends Error {}

/** Starts looking, once now and then every minute. */
export function startArchives(parts: ArchiveServices, jobs: Jobs): Archives {
  let { records, clock, folder, log } = parts;
  let isClosing = false;
  let placeOf = (id: string) => path.join(folder, `${id}.tar.gz`);

  async function make(row: ArchiveRow): Promise<void> {
    let owner = await records.selectFrom('owners').selectAll().where('id', '=', row.owner_id).executeTakeFirstOrThrow();
    let goOn = async (change: Partial<ArchiveRow>) => {
      let isOurs = await changeArchive(records, row, { ...change, due_at: clock() + leaseMs });
      if (isClosing || !isOurs) throw new Stopped();
    };
    let beat = setInterval(() => void goOn({}).catch(() => undefined), minuteMs);
    try {
      await parts.erase();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rm(draftOf(row.id), { force: true });
      let written = await writeArchive(parts, owner, draftOf(row.id), goOn);
      await rename(draftOf(row.id), placeOf(row.id));
      let finished_at = clock();
      let isDone = await changeArchive(records, row, { ...written, status: 'done', reason: '', finished_at });
      if (isDone) await notify(parts, { ...row, finished_at }, owner);
    } finally {
      clearInterval(beat);
      await rm(draftOf(row.id), { force: true });
    }
  }

  function draftOf(id: string): string {
    return path.join(folder, `${id}.unfinished`);
  }

  async function attempt(row: ArchiveRow): Promise<void> {
    try {
      await make(row);
    } catch (error) {
      if (error instanceof Stopped)
        return void (await changeArchive(records, row, { attempts: row.attempts - 1, due_at: clock() }));
      log.error({ err: error, archive: row.id }, 'an archive could not be made');
      let isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
      let reason = isFull ? 'too-little-room' : 'internal-error';
      let isLast = isFull || row.attempts >= attemptsMax;
      await changeArchive(
        records,
        row,
        isLast ? { status: 'failed', reason, finished_at: clock() } : { due_at: clock() + row.attempts * minuteMs },
      );
    }
  }

  /** Files without an archive go: of deleted accounts as well. */
  async function sweep(): Promise<void> {
    await deleteExpiredArchives(records, clock());
    let names = await readdir(folder).catch(() => []);
    if (names.length === 0) return;
    let known = await records.selectFrom('archives').select('id').execute();
    let ids = new Set(known.map(({ id }) => id));
    for (let name of names) if (!ids.has(name.replace(/\..*$/, ''))) await rm(path.join(folder, name), { force: true });
  }

  async function work(): Promise<void> {
    await sweep();
    while (!isClosing) {
      let row = await claimArchive(records, clock(), leaseMs);
      if (!row) return;
      await attempt(row);
      await sweep();
    }
  }

  let job = jobs.start('archives', work, (error) => log.error({ err: error }, 'archives were not looked after'));
  void job.wake();
  return {
    run: job.run,
    wake: () => void job.wake(),
    async checkDiskSpace() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      let { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < limits.archiveFreeBytesMin) throw new ApiError('too-little-room');
    },
    async read(id) {
      let there = await access(placeOf(id)).then(
        () => true,
        () => false,
      );
      if (!there) throw new ApiError('archive-not-found');
      return createReadStream(placeOf(id));
    },
    async close() {
      isClosing = true;
      await job.stop();
    },
  };
}

async function notify(
  { records, mail, publicUrl }: ArchiveServices,
  row: ArchiveRow,
  owner: { name: string; kind: 'user' | 'organization' },
): Promise<void> {
  let user = row.requested_by === null ? undefined : await findUser(records, row.requested_by);
  if (!user) return;
  let until = archiveExpiry(row);
  mail.send(archiveReadyEmail(user.email, { name: user.name, owner, publicUrl, until }));
}
