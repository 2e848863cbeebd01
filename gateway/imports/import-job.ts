/**
 * Imports in the background: each goes on from its last batch after a restart, and its file is
 * deleted at its end.
 */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { ImportError } from 'contract/exports/imports';
import type { ImportLog, ImportOptions } from 'contract/exports/event-imports';
import type { OpenLogged } from 'contract/edge/logged-requests';
import * as limits from 'contract/limits';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';
import type { EventStore } from '../events/store';
import type { Jobs } from '../floor/jobs';
import type { OwnAddresses } from '../packages/hosts';
import { ApiError } from '../floor/api-error';
import type { SecretSealer } from '../floor/sealer';
import type { FairQueue } from '../floor/fair-queue';
import { backgroundImports, importAttemptsMax, importPauseMs } from '../floor/work-limits';
import { isLogFormat } from './access-logs';
import { createBatches } from './batches';
import { importContext, logContext } from './import-context';
import { formats } from './formats';
import type { ImportFiles } from './import-files';
import {
  updateImport,
  countColumns,
  storedImportCounts,
  dueImports,
  expireImports,
  importOptions,
  type ImportRow,
} from './import-records';
import { readLines } from './lines';
import { RowError, type ImportContext } from './read-event';
import type { ImportedRow } from './rows';

export interface ImportServices {
  records: Records;
  events: EventStore;
  files: ImportFiles;
  /** The turns of the batches. */
  steps: FairQueue;
  /** Days events are kept; for ever when left out. */
  eventDays?: number | undefined;
  /** The addresses that the hosts of packages are made of. */
  own: OwnAddresses;
  /** Counts the requests of access logs. */
  openLogged: OpenLogged;
  /** Seals the salts of files that are being imported. */
  sealer: SecretSealer;
  clock: () => number;
  log: Logger;
}

export interface Imports {
  files: ImportFiles;
  /** What the rows of a file are read with. */
  contextOf(row: ImportRow, owner: OwnerRow, options?: ImportOptions): Promise<ImportContext>;
  /** The sealed salt of the visitors of a file; empty for a format that has none. */
  secretOf(row: Pick<ImportRow, 'id' | 'format'>): string;
  /** Takes up what is to be done, and resolves when none of it is left to do now. */
  run(): Promise<void>;
  /** Takes up what is to be done, without waiting for it. */
  wake(): void;
  /** Lets an import stop at its next batch. */
  stop(id: string): void;
  /** Lets all of them stop at their next batch; resolves when the stores are no longer used. */
  close(): Promise<void>;
}

/** Starts looking, once now and then every minute. */
export function startImports(parts: ImportServices, jobs: Jobs): Imports {
  let { records, files, clock, log } = parts;
  let running = new Map<string, { ownerId: string; stopping: AbortController; ended: Promise<void> }>();
  let isClosed = false;

  function begin(row: ImportRow): void {
    let stopping = new AbortController();
    let ended = attempt(parts, row, stopping.signal).then((pause) => {
      running.delete(row.id);
      // Its turn passes on.
      wake();
      if (pause > 0) setTimeout(wake, pause).unref();
    });
    running.set(row.id, { ownerId: row.owner_id, stopping, ended });
  }

  async function work(): Promise<void> {
    await expireImports(records, clock());
    await files.sweep(async () => {
      let rows = await records.selectFrom('event_imports').select(['id', 'status']).execute();
      let open = rows.filter(({ status }) => status === 'uploaded' || status === 'importing');
      return { files: idsOf(open), logs: idsOf(rows) };
    });
    for (let row of await dueImports(records, clock())) {
      let isTurn = !running.has(row.id) && running.size < backgroundImports;
      let isAlone = ![...running.values()].some(({ ownerId }) => ownerId === row.owner_id);
      if (isTurn && isAlone && !isClosed) begin(row);
    }
  }

  let job = jobs.start('event-imports', work, (error) => log.error({ err: error }, 'imports were not looked after'));
  let wake = () => void (isClosed || job.wake());
  wake();
  return {
    files,
    contextOf: (row, owner, options) => contextOf(parts, row, owner, options),
    secretOf: ({ id, format }) => (isLogFormat(format) ? parts.sealer.seal(newSalt(), id) : ''),
    wake,
    async run() {
      do {
        await job.run();
        await Promise.all([...running.values()].map(({ ended }) => ended));
      } while (!isClosed && (await dueImports(records, clock())).length > 0);
    },
    stop: (id) => running.get(id)?.stopping.abort(),
    async close() {
      isClosed = true;
      for (let { stopping } of running.values()) stopping.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await job.stop();
    },
  };
}

/** A salt that cannot be opened is lost, so the visitors of what is left have another one. */
async function contextOf(
  parts: ImportServices,
  row: ImportRow,
  owner: OwnerRow,
  options: ImportOptions = importOptions(row),
): Promise<ImportContext> {
  let context = await importContext(parts, owner, options.source);
  if (!isLogFormat(row.format)) return context;
  let secret = parts.sealer.open(row.secret, row.id) ?? newSalt();
  return { ...context, logs: await logContext(parts, owner.id, options, secret) };
}

function newSalt(): string {
  return randomBytes(32).toString('base64url');
}

function idsOf(rows: readonly Pick<ImportRow, 'id'>[]): Set<string> {
  return new Set(rows.map(({ id }) => id));
}

/**
 * Imports until the end, or until it is to stop; never rejects. Gives the pause before the next
 * attempt, 0 for none. An attempt is noted before it begins, as a row may end the process.
 */
async function attempt(parts: ImportServices, row: ImportRow, stopping: AbortSignal): Promise<number> {
  let { records, files, clock, log } = parts;
  let attempts = row.attempts + 1;
  let change = (to: Partial<ImportRow>) => updateImport(records, row.id, ['importing'], to);
  let end = async (to: Partial<ImportRow>) => {
    if (await change({ ...to, secret: '', updated_at: clock() })) await files.remove(row.id);
  };
  let further = () => void (attempts = 1);
  try {
    if (attempts > importAttemptsMax) throw new ApiError('import-gave-up');
    await change({ attempts, due_at: clock() + importPauseMs(attempts) });
    if (await readAll(parts, row, stopping, further)) await end({ status: 'done', bytes_read: row.byte_count });
    else await change({ due_at: 0 });
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError)) log.error({ err: error, import: row.id, attempts }, 'an import has failed');
    let pause = importPauseMs(attempts);
    try {
      if (error instanceof ApiError) await end({ status: 'failed', reason: error.code });
      else if (attempts >= importAttemptsMax) await end({ status: 'failed', reason: 'import-gave-up' });
      else await change({ attempts, due_at: clock() + pause });
    } catch (failure) {
      log.error({ err: failure, import: row.id }, 'the state of an import could not be noted');
    }
    return pause;
  }
}

/**
 * Stores the rest of a file and calls `further` after each batch; gives whether it is done, and not
 * stopped.
 */
async function readAll(
  parts: ImportServices,
  row: ImportRow,
  stopping: AbortSignal,
  further: () => void,
): Promise<boolean> {
  let { records, events, files, steps, clock, log } = parts;
  let owner = await records.selectFrom('owners').selectAll().where('id', '=', row.owner_id).executeTakeFirst();
  if (!owner) return false;
  let context = await contextOf(parts, row, owner);
  // What an earlier process left in the journal is stored before ids are looked for.
  await events.lastEvent();
  let format = formats[row.format];
  let reader = format.rows();
  let read = format.reader(context);
  let { parts: chunks, bytesRead } = files.read(row.id);
  let logBytes = row.log_bytes;
  let lines = '';
  let logged = row.refused;
  let isStopped = false;
  let hasTold = false;

  function refused(error: ImportError): void {
    logged += 1;
    if (logged <= limits.importLogMax) lines += `${JSON.stringify(logLineOf(error))}\n`;
  }

  async function done(): Promise<void> {
    logBytes = await files.writeLog(row.id, logBytes, lines);
    lines = '';
    let now = { bytes_read: bytesRead(), log_bytes: logBytes, attempts: 0, due_at: 0, updated_at: clock() };
    isStopped = !(await updateImport(records, row.id, ['importing'], { ...countColumns(batches.counts), ...now }));
    further();
  }

  let batches = createBatches({
    events,
    inTurn: (batch) => steps.goOn(row.owner_id, batch),
    refused,
    done,
    counts: storedImportCounts(row),
  });

  /** Rows that an earlier process has done are read again, as later ones may depend on them. */
  async function take(rows: readonly ImportedRow[]): Promise<void> {
    for (let one of rows) {
      let found = read(one);
      let event = found instanceof Promise ? await found : found;
      if (!hasTold && event instanceof RowError && event.cause instanceof Error) {
        hasTold = true;
        // Its message may quote the row.
        let place = event.cause.stack?.split(/\n\s+at /)[1];
        log.error(
          { import: row.id, line: one.line, error: event.cause.name, place },
          'a row of an import is not understood',
        );
      }
      let stored = one.lastLine > row.last_line ? batches.add(one, event) : undefined;
      if (stored) await stored;
    }
  }

  let isStopping = () => isStopped || stopping.aborted;
  try {
    for await (let some of readLines(chunks)) {
      for (let line of some) {
        await take(reader.rowsOf(line));
        if (isStopping()) return false;
      }
    }
    await take(reader.end());
  } finally {
    if (!isStopping()) await batches.finish();
  }
  return !isStopping();
}

function logLineOf({ line, field, message }: ImportError): ImportLog {
  let isMissing = (field === 'package' || field === 'pixel') && message.startsWith('There is no');
  return {
    type: isMissing ? 'artifact-not-found' : 'failed-to-decode',
    class: 'error',
    line,
    human_friendly_message: message,
    ...(field !== '' && { field }),
  };
}
