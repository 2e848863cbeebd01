/** Runs an import: reads its file, stores the events, and records progress and failures. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { ImportError } from 'contract/exports/imports';
import type { ImportLog, ImportOptions } from 'contract/exports/event-imports';
import type { OpenLogged } from 'contract/edge/logged-requests';
import * as limits from 'contract/floor/limits';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';
import type { EventReader, EventImporter } from '../events/shape/store';
import type { OwnAddresses } from '../packages/hosts/hosts';
import { ApiError } from '../floor/calls/api-error';
import type { SecretSealer } from '../floor/sealer';
import type { FairQueue } from '../floor/calls/fair-queue';
import { importAttemptsMax, importPauseMs } from '../floor/calls/work-limits';
import { isLogFormat } from './access-logs';
import { createBatches } from './batches';
import { importContext, logContext } from './import-context';
import { formatOf } from './formats';
import type { ImportFiles } from './import-files';
import { updateImport, countColumns, storedImportCounts, importOptions, type ImportRow } from './import-records';
import { readLines } from './lines';
import { RowError, type ImportContext } from './read-event';
import type { ImportedRow } from './rows';

export interface ImportServices {
  records: Records;
  events: EventImporter & Pick<EventReader, 'lastEvent'>;
  files: ImportFiles;
  /** The queue of batches. */
  steps: FairQueue;
  /** Retention in days; unlimited if undefined. */
  eventDays?: number | undefined;
  own: OwnAddresses;
  /** Counts the requests of access logs. */
  openLogged: OpenLogged;
  /** Seals the salts of visitor ids. */
  sealer: SecretSealer;
  clock: () => number;
  log: Logger;
}

/** A salt that cannot be decrypted is replaced, so the rest of the file gets new visitor ids. */
export async function contextOf(
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

export function newSalt(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the pause before the next attempt, 0 for none. Never rejects. Attempts are recorded
 * first, because a row may crash the process.
 */
export async function attemptImport(parts: ImportServices, row: ImportRow, stopping: AbortSignal): Promise<number> {
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
    if (!(error instanceof ApiError)) log.error({ err: error, import: row.id, attempts }, 'an import failed');
    let pause = importPauseMs(attempts);
    try {
      if (error instanceof ApiError) await end({ status: 'failed', reason: error.code });
      else if (attempts >= importAttemptsMax) await end({ status: 'failed', reason: 'import-gave-up' });
      else await change({ attempts, due_at: clock() + pause });
    } catch (failure) {
      log.error({ err: failure, import: row.id }, 'the state of an import could not be saved');
    }
    return pause;
  }
}

/** Calls `further` after each batch. Returns false if the import was stopped. */
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
  // Ids are compared with stored events, so the journal has to be stored first.
  await events.lastEvent();
  let format = formatOf(row.format);
  let reader = format.rows();
  let read = format.reader(context);
  let { parts: chunks, bytesRead } = files.read(row.id);
  let logBytes = row.log_bytes;
  let lines = '';
  let logged = row.refused;
  let isStopped = false;
  let hasLogged = false;

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

  /** Also reads rows that are stored already: ids of later rows depend on them. */
  async function take(rows: readonly ImportedRow[]): Promise<void> {
    for (let one of rows) {
      let found = read(one);
      let event = found instanceof Promise ? await found : found;
      if (!hasLogged && event instanceof RowError && event.cause instanceof Error) {
        hasLogged = true;
        // Logs no message: it may quote the row.
        let place = event.cause.stack?.split(/\n\s+at /)[1];
        log.error(
          { import: row.id, line: one.line, error: event.cause.name, place },
          'a row of an import could not be parsed',
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
  let isMissing = (field === 'package' || field === 'pixel') && message.endsWith('not found.');
  return {
    type: isMissing ? 'artifact-not-found' : 'failed-to-decode',
    class: 'error',
    line,
    human_friendly_message: message,
    ...(field !== '' && { field }),
  };
}
