/** Imports: in the background with preview and abort, or in one request. */
import { uuidv7 } from 'uuidv7';
import { eventImportsApi, ImportLog, type EventImport } from 'contract/exports/event-imports';
import * as limits from 'contract/floor/limits';
import { recordAudit } from '../../floor/audit';
import type { Services } from '../http/services';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { serve, Streamed } from '../http/handler';
import { ApiError } from '../../floor/calls/api-error';
import { detectFormat, formatOf } from '../../imports/formats';
import type { ImportFiles } from '../../imports/import-files';
import {
  addImport,
  updateImport,
  presentImport,
  importById,
  importsByStatus,
  importPage,
  type ImportRow,
} from '../../imports/import-records';
import { firstLines, previewImport } from '../../imports/preview';
import { importsApi, importFileTypes } from 'contract/exports/imports';
import { parseJson } from 'contract/floor/json';
import { importContext } from '../../imports/import-context';
import { importFile } from '../../imports/import-file';

/** Files of an owner that wait or are imported; bytes of those of all owners. */
const importsPerOwnerMax = 3;
const importFilesBytesMax = 4 * 2 ** 30;

/** Ids of uploads that are under way, by owner. */
const uploading = new Map<string, Set<string>>();

export const eventImportEndpoints = serve(eventImportsApi, {
  async uploadEventImport({ parts, owner, caller, query, file }) {
    let { records, clock } = parts;
    let { files } = parts.importing.jobs;
    let id = uuidv7();
    let arriving = goingOn(file ?? nothing());
    try {
      return await asUpload(owner.id, id, async (others) => {
        await refuseCrowded(records, owner.id, others);
        let row = await files.save(id, arriving, async (byteCount) =>
          addImport(records, {
            id,
            owner_id: owner.id,
            file_name: shownName(query.file_name ?? ''),
            byte_count: byteCount,
            format: await recognised(files, id),
            created_by: caller.user.name,
            created_at: clock(),
          }),
        );
        return presentImport(row, owner.name, []);
      });
    } catch (error) {
      void dropped(arriving);
      throw error;
    }
  },

  async getEventImports({ parts, owner, query }) {
    let rows = await importPage(parts.records, owner.id, query);
    return { event_imports: await Promise.all(rows.map((row) => answer(parts, owner, row))) };
  },

  async getEventImport({ parts, owner, params }) {
    return answer(parts, owner, await importById(parts.records, owner.id, params.id));
  },

  async previewEventImport({ parts, owner, params, query }) {
    let row = await importById(parts.records, owner.id, params.id);
    if (row.status !== 'uploaded') throw new ApiError('import-has-begun');
    return previewImport(parts.importing.jobs.files, row, await parts.importing.jobs.contextOf(row, owner, query));
  },

  async startEventImport({ parts, owner, params, body, act }) {
    let { records, clock } = parts;
    let { jobs } = parts.importing;
    let row = await importById(records, owner.id, params.id);
    let given = { options: JSON.stringify(body), secret: jobs.secretOf(row) };
    let started = { ...given, status: 'importing' as const, updated_at: clock() };
    if (!(await updateImport(records, row.id, ['uploaded'], started))) throw new ApiError('import-has-begun');
    await recordAudit(records, act, { action: 'events-imported', owner, target: row.file_name });
    jobs.wake();
    return answer(parts, owner, { ...row, ...started });
  },

  async abortEventImport({ parts, owner, params }) {
    let { records, clock } = parts;
    let { jobs } = parts.importing;
    let { id } = await importById(records, owner.id, params.id);
    let aborted = { status: 'aborted' as const, secret: '', updated_at: clock() };
    if (await updateImport(records, id, ['uploaded', 'importing'], aborted)) {
      jobs.stop(id);
      await jobs.files.remove(id);
    }
    return undefined;
  },

  async getEventImportLog({ parts, owner, params }) {
    let row = await importById(parts.records, owner.id, params.id);
    return new Streamed(logOf(parts.importing.jobs.files, row), { 'content-type': 'application/x-ndjson' });
  },
});

/** Runs an upload; `work` gets the ids of the owner's others that are under way. */
async function asUpload<T>(ownerId: string, id: string, work: (others: string[]) => Promise<T>): Promise<T> {
  let own = uploading.get(ownerId) ?? new Set();
  let others = [...own];
  uploading.set(ownerId, own.add(id));
  try {
    return await work(others);
  } finally {
    own.delete(id);
    if (own.size === 0) uploading.delete(ownerId);
  }
}

async function refuseCrowded(records: Records, ownerId: string, uploads: readonly string[]): Promise<void> {
  let open = await importsByStatus(records, ['uploaded', 'importing']);
  // An upload may have got its record meanwhile.
  let own = new Set([...uploads, ...open.flatMap((row) => (row.owner_id === ownerId ? row.id : []))]);
  if (own.size >= importsPerOwnerMax) throw new ApiError('too-many-active-imports');
  let arriving = [...uploading.values()].reduce((sum, { size }) => sum + size, 0);
  let bytes = open.reduce((sum, { byte_count }) => sum + byte_count, 0);
  if (bytes + arriving * limits.importFileBytesMax > importFilesBytesMax) throw new ApiError('too-little-room');
}

/**
 * The format of a file. Refuses with import-format-not-known, and with errors of its first line.
 */
async function recognised(files: ImportFiles, id: string): Promise<ImportRow['format']> {
  let lines = await firstLines(files, id);
  let format = detectFormat(lines);
  if (!format) throw new ApiError('import-format-not-known');
  let reader = formatOf(format).rows();
  for (let [i, text] of lines.entries()) reader.rowsOf({ number: i + 1, text, isComplete: true });
  return format;
}

/** A name as it is shown: without folders and control characters. */
function shownName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  let plain = name.replace(/^.*[/\\]/, '').replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '');
  return plain.trim() || 'file';
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The same file for a second reader, which continues where the first one stopped. */
function goingOn(file: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let parts = file[Symbol.asyncIterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => parts.next() }) };
}

/** Reads the rest of a refused file, so that its sender hears the answer. */
async function dropped(file: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  try {
    for await (let part of file) if ((bytes += part.byteLength) > limits.importFileBytesMax) return;
  } catch {
    // It has broken off, or its reader is gone.
  }
}

const samples = 10;
const sampleBytes = 4_096;

async function answer({ importing }: Services, owner: OwnerRow, row: ImportRow): Promise<EventImport> {
  let text = '';
  try {
    for await (let part of importing.jobs.files.readLog(row.id, Math.min(row.log_bytes, sampleBytes)))
      text += Buffer.from(part).toString();
  } catch {
    // The folder was emptied; the counts are still true.
  }
  let lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
  return presentImport(
    row,
    owner.name,
    lines.slice(0, samples).map((line) => parseJson(ImportLog, line)),
  );
}

async function* logOf(files: ImportFiles, row: ImportRow): AsyncGenerator<string> {
  let decoder = new TextDecoder();
  for await (let part of files.readLog(row.id, row.log_bytes)) yield decoder.decode(part, { stream: true });
  if (row.refused > limits.importLogMax)
    yield lineOf('warning', `Only the first ${limits.importLogMax} errors are listed.`);
  let progress = { events_count: row.stored + row.known, failed_events_count: row.refused };
  yield lineOf('info', `${row.stored + row.known} rows are stored, ${row.refused} were refused.`, progress);
}

function lineOf(level: ImportLog['class'], text: string, counts: Partial<ImportLog> = {}): string {
  let line: ImportLog = { type: 'progress', class: level, line: null, human_friendly_message: text, ...counts };
  return `${JSON.stringify(line)}\n`;
}

export const importEndpoints = serve(importsApi, {
  async importEvents({ parts, owner, query, file, fileType, act }) {
    let { records, events, eventDays, clock, importing } = parts;
    let work = async () => {
      let context = await importContext({ records, eventDays, clock }, owner, query.source);
      // What an earlier process left in the journal is stored before ids are looked for.
      await events.lastEvent();
      let inTurn = <T>(batch: () => Promise<T>) => importing.steps.goOn(owner.id, batch);
      let isCsv = fileType === importFileTypes.csv;
      let result = await importFile(file ?? nothing(), isCsv, { events, context, inTurn });
      if (result.stored > 0)
        await recordAudit(records, act, { action: 'events-imported', owner, target: `${result.stored} events` });
      return result;
    };
    return importing.imports.take(owner.id, work);
  },
});
