/** Schedules background imports: they resume from their last batch after a restart. */
import type { ImportOptions } from 'contract/exports/event-imports';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Jobs } from '../floor/jobs';
import { backgroundImports } from '../floor/calls/work-limits';
import { byAge } from '../floor/installation-clock';
import { attemptImport, contextOf, newSalt, type ImportServices } from './run-import';
import { isLogFormat } from './access-logs';
import type { ImportFiles } from './import-files';
import { dueImports, expireImports, type ImportRow } from './import-records';
import { type ImportContext } from './read-event';

export interface Imports {
  files: ImportFiles;
  contextOf(row: ImportRow, owner: OwnerRow, options?: ImportOptions): Promise<ImportContext>;
  /** The sealed salt of visitor ids; empty if the format needs none. */
  secretOf(row: Pick<ImportRow, 'id' | 'format'>): string;
  /** Resolves when no import is due. */
  run(): Promise<void>;
  /** Starts due imports without waiting for them. */
  wake(): void;
  /** Stops an import at its next batch. */
  stop(id: string): void;
  /** Stops all imports at their next batch. Resolves when the stores can be closed. */
  close(): Promise<void>;
}

/** Runs now and then every minute. */
export function startImports(parts: ImportServices, jobs: Jobs): Imports {
  let { records, files, clock, log } = parts;
  let running = new Map<string, { ownerId: string; stopping: AbortController; ended: Promise<void> }>();
  let isClosed = false;

  function begin(row: ImportRow): void {
    let stopping = new AbortController();
    let ended = attemptImport(parts, row, stopping.signal).then((pause) => {
      running.delete(row.id);
      // Starts the next import.
      wake();
      if (pause > 0) setTimeout(wake, pause).unref();
    });
    running.set(row.id, { ownerId: row.owner_id, stopping, ended });
  }

  async function work(): Promise<void> {
    await byAge(records, clock(), (now) => expireImports(records, now));
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

  let job = jobs.start('event-imports', work, (error) => log.error({ err: error }, 'imports failed'));
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

function idsOf(rows: readonly Pick<ImportRow, 'id'>[]): Set<string> {
  return new Set(rows.map(({ id }) => id));
}
