/** Creates archives in the background, one at a time, and deletes expired files. */
import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { requireRoom } from '../floor/disk';
import { errorCode } from 'contract/floor/error-code';
import { settingsPath } from 'contract/floor/page-links';
import { dayOf, minuteMs } from 'contract/floor/time';
import { renderEmail } from '../floor/mail/letter';
import type { Mail } from '../floor/mail/mail';
import { findUser } from '../floor/owners';
import type { ArchiveRow } from '../floor/db/schema';
import type { Jobs } from '../floor/jobs';
import { ApiError } from '../floor/calls/api-error';
import { changeArchive, archiveExpiry, deleteExpiredArchives, claimArchive } from '../floor/archive-records';
import { byAge } from '../floor/installation-clock';
import { writeArchive, type ArchiveWriterServices } from './write-archive';

/** Free space that an archive needs to start. */
const archiveFreeBytesMin = 512 * 2 ** 20;

export interface ArchiveServices extends ArchiveWriterServices {
  folder: string;
  mail: Mail;
  publicUrl: string;
  /** Runs pending erasures, so that no erased data is archived. */
  erase: () => Promise<void>;
  log: Logger;
}

export interface Archives {
  /** Creates requested archives, and deletes expired ones. */
  run(): Promise<void>;
  /** Starts `run` without waiting for it. */
  wake(): void;
  /** Throws too-little-room. */
  checkDiskSpace(): Promise<void>;
  /** Throws archive-not-found. */
  read(id: string): Promise<AsyncIterable<Uint8Array>>;
  /** Resolves when the stores can be closed. */
  close(): Promise<void>;
}

/** After this without a renewal, another process may claim the archive. */
const leaseMs = 5 * minuteMs;
const attemptsMax = 3;

/** The archive was deleted, or this process is closing. */
class Stopped extends Error {}

/** Runs now and then every minute. */
export function startArchives(parts: ArchiveServices, jobs: Jobs): Archives {
  let { records, clock, folder, log } = parts;
  let isClosing = false;
  let placeOf = (id: string) => path.join(folder, `${id}.tar.gz`);

  async function make(row: ArchiveRow): Promise<void> {
    let owner = await records.selectFrom('owners').selectAll().where('id', '=', row.owner_id).executeTakeFirstOrThrow();
    let renewLease = async (change: Partial<ArchiveRow>) => {
      let isOurs = await changeArchive(records, row, { ...change, due_at: clock() + leaseMs });
      if (isClosing || !isOurs) throw new Stopped();
    };
    let beat = setInterval(() => void renewLease({}).catch(() => undefined), minuteMs);
    try {
      await parts.erase();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rm(draftOf(row.id), { force: true });
      let written = await writeArchive(parts, owner, draftOf(row.id), renewLease);
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
      log.error({ err: error, archive: row.id }, 'a backup of an owner failed');
      let isFull = errorCode(error) === 'ENOSPC';
      let reason = isFull ? 'too-little-room' : 'internal-error';
      let isLast = isFull || row.attempts >= attemptsMax;
      await changeArchive(
        records,
        row,
        isLast ? { status: 'failed', reason, finished_at: clock() } : { due_at: clock() + row.attempts * minuteMs },
      );
    }
  }

  /** Also deletes the files of deleted accounts. */
  async function sweep(): Promise<void> {
    await byAge(records, clock(), (now) => deleteExpiredArchives(records, now));
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

  let job = jobs.start('archives', work, (error) => log.error({ err: error }, 'backups of owners failed'));
  void job.wake();
  return {
    run: job.run,
    wake: () => void job.wake(),
    async checkDiskSpace() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireRoom(folder, archiveFreeBytesMin);
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
  let message = renderEmail({
    to: user.email,
    subject: `The backup of ${owner.name} is ready`,
    name: user.name,
    paragraphs: [
      `The archive with everything that ${owner.name} has is ready. You can download it until ${dayOf(until)} (UTC), ` +
        'signed in; then it is deleted.',
    ],
    link: { label: 'Open backups', url: `${publicUrl}${settingsPath(owner.name, owner.kind, 'archive')}` },
    note: 'You receive this email because you requested a backup. If this was not you, change your password.',
  });
  mail.send({ ownerId: row.owner_id, message });
}
