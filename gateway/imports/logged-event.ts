import type { ImportedEvent } from '../events/shape/store';
import { readLogLine, type LogFormat } from './access-logs';
import { SkippedRow } from './batches';
import { derivedEventId, type DuplicateCounter } from './event-ids';
import type { LogLine, LogValues } from './log-values';
import { checkEventTime, RowError, type ImportContext } from './read-event';

/**
 * Statuses of a file, or of a redirect to one. Where a client follows a redirect to a host of the same
 * log, both requests are one download.
 */
const succeeded = new Set([200, 206, 301, 302, 303, 307, 308]);

/** Throws RowError. */
export async function readLoggedEvent(
  format: LogFormat,
  values: LogValues,
  context: ImportContext,
  numbers: DuplicateCounter,
): Promise<ImportedEvent | SkippedRow> {
  let { host, count } = context.logs!;
  let line = readLogLine(format, values);
  if (!line) return new SkippedRow('This line is not a request.');
  let number = numbers.next(rowOf(line));
  let why = skipReason(line, host);
  if (why) return new SkippedRow(why);
  checkEventTime(line.time, context);
  let event = await count({ ...line, host: line.host || host });
  if (!event) return new SkippedRow('No matching package or route.');
  if (event.ownerId !== context.ownerId) throw new RowError('', 'Belongs to another owner.');
  let id = derivedEventId(line.time, ['log', context.ownerId, context.source ?? '', number, rowOf(line)].join('\n'));
  return { event: { ...event, id }, formerArtifactId: '' };
}

/**
 * Identifies a line in several files. Without the address: ids are stored for good, and an address
 * could be found by trying all of them.
 */
function rowOf({ time, method, target, status, host, userAgent, referer, more }: LogLine): string {
  return JSON.stringify([time, method, target, status, host, userAgent, referer, more]);
}

function skipReason({ method, status, host, headers }: LogLine, wanted: string): string | undefined {
  if (method !== 'GET') return 'Not a GET request.';
  if (!succeeded.has(status)) return 'The request failed.';
  if (status === 206 && !/^bytes=0*-/.test(headers.range ?? '')) return 'Partial response.';
  if (wanted !== '' && host !== '' && host.toLowerCase().replace(/:\d+$/, '') !== wanted)
    return 'Request to another host.';
  return undefined;
}
