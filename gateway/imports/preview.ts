/** Previews the import of the first rows of a file. */
import type { ImportPreview, PreviewRow } from 'contract/exports/event-imports';
import type { Event } from 'contract/event-fields';
import { isLogFormat, readLogLine, type LogFormat } from './access-logs';
import { SkippedRow, type ReadRow } from './batches';
import { formatOf } from './formats';
import type { ImportFiles } from './import-files';
import type { ImportRow } from './import-records';
import { readLines } from './lines';
import type { LogLine, LogValues } from './log-values';
import { RowError, type ImportContext } from './read-event';
import type { ImportedRow } from './rows';

/** Rows and bytes that a preview reads, and rows that it shows. */
const previewReadMax = 1_000;
const previewBytesMax = 2 ** 20;
const previewShownMax = 20;

export async function previewImport(
  files: ImportFiles,
  row: ImportRow,
  context: ImportContext,
): Promise<ImportPreview> {
  let format = formatOf(row.format);
  let [reader, read] = [format.rows(), format.reader(context)];
  let names = namesById(context);
  let preview: ImportPreview = {
    format: row.format,
    rows: [],
    looked_at: 0,
    events: 0,
    left_out: 0,
    errors: 0,
    ignored_addresses: 0,
    without_agent: 0,
    artifacts: [],
  };
  let artifacts = new Map<string, ImportPreview['artifacts'][number]>();

  function note({ line, values }: ImportedRow, one: ReadRow): void {
    let shown = previewRow(line, one, names);
    preview.looked_at += 1;
    let logged = isLogFormat(row.format) && typeof values !== 'string' ? logLineOf(row.format, values) : undefined;
    if (logged?.ignoresAddress) preview.ignored_addresses += 1;
    if (logged?.userAgent === '' && shown.outcome === 'event') preview.without_agent += 1;
    preview[shown.outcome === 'event' ? 'events' : shown.outcome === 'left-out' ? 'left_out' : 'errors'] += 1;
    if (preview.rows.length < previewShownMax) preview.rows.push(shown);
    if (one instanceof RowError || one instanceof SkippedRow) return;
    let { artifactId, artifactType } = one.event;
    let kind = artifactType === 'package' ? ('package' as const) : ('pixel' as const);
    let known = artifacts.get(artifactId) ?? { kind, name: shown.artifact, events: 0 };
    known.events += 1;
    artifacts.set(artifactId, known);
  }

  for await (let lines of readLines(beginningOf(files.read(row.id).parts))) {
    for (let line of lines)
      for (let one of reader.rowsOf(line)) if (preview.looked_at < previewReadMax) note(one, await read(one));
    if (preview.looked_at >= previewReadMax) break;
  }
  preview.artifacts = [...artifacts.values()].sort((a, b) => b.events - a.events).slice(0, previewShownMax);
  return preview;
}

function logLineOf(format: LogFormat, values: LogValues): LogLine | undefined {
  try {
    return readLogLine(format, values);
  } catch {
    return undefined;
  }
}

/** The first complete lines of a file, up to a limit of bytes. */
async function* beginningOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = previewBytesMax;
  for await (let part of parts) {
    if (part.byteLength >= left) {
      let end = part.subarray(0, left).lastIndexOf(0x0a);
      yield part.subarray(0, end + 1);
      return;
    }
    left -= part.byteLength;
    yield part;
  }
}

/** The first lines of a file, for detecting its format. Counts each line once: all may be empty. */
export async function firstLines(files: ImportFiles, id: string): Promise<string[]> {
  let first: string[] = [];
  let filled = 0;
  for await (let lines of readLines(beginningOf(files.read(id).parts)))
    for (let { text = '' } of lines) {
      first.push(text);
      if (text.trim() !== '') filled += 1;
      if (filled === linesForFormat || first.length === 2 * linesForFormat) return first;
    }
  return first;
}

const linesForFormat = 200;

const noEvent = { time: null, artifact: '', type: '', version: '', client: '', platform: '', country: '' };

function previewRow(line: number, one: ReadRow, names: ReadonlyMap<string, string>): PreviewRow {
  if (one instanceof SkippedRow) return { ...noEvent, line, outcome: 'left-out', message: one.reason };
  if (one instanceof RowError) {
    let message = one.field === '' ? one.message : `${one.field}: ${one.message}`;
    return { ...noEvent, line, outcome: 'error', message };
  }
  let { time, artifactId, type, version, client, platform, country }: Event = one.event;
  let artifact = names.get(artifactId) ?? '';
  let shown = { artifact, type, version, client, platform, country };
  return { ...shown, line, outcome: 'event', message: '', time: new Date(time).toISOString() };
}

function namesById({ packages, pixels }: ImportContext): Map<string, string> {
  return new Map([...packages, ...pixels].flatMap(([name, ids]) => ids.map((id) => [id, name] as const)));
}
