/**
 * Import of events from files that an export has made, of this installation or of another one: the
 * columns of contract/analytics/events.ts, as CSV or NDJSON. An event is stored once, by its id,
 * however often it is sent.
 */
import { z } from 'zod';
import { route } from '../rules/route';

export const ImportError = z.object({
  /** The line of the file, from 1 on; in CSV the first one has the names of the columns. */
  line: z.number().int(),
  /** The column; empty where it is the whole line. */
  field: z.string(),
  message: z.string(),
});
export type ImportError = z.infer<typeof ImportError>;

export const ImportResult = z.object({
  stored: z.number().int(),
  /** Stored before, by this file or another one. */
  known: z.number().int(),
  refused: z.number().int(),
  /** The last line that is done: everything up to it is counted above. 0 where there is none. */
  last_line: z.number().int(),
  /** False where the file breaks off, or took too long: send the lines after `last_line` again. */
  is_complete: z.boolean(),
  /** The first hundred. */
  errors: z.array(ImportError),
});
export type ImportResult = z.infer<typeof ImportResult>;

export const importFileTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;

/**
 * `source` names the installation that the file is from. It is needed where files of several
 * installations are imported for one owner, so that ids of their visitors are never mixed.
 */
export const ImportSource = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,59}$/, 'import-source-is-invalid');
export const ImportQuery = z.object({ source: ImportSource.optional() });

export const importsApi = {
  importEvents: route({
    id: 'importEvents',
    method: 'POST',
    path: '/v2/imports/{owner}',
    summary: 'Import exported events of packages and pixels, matched by name',
    tag: 'Events',
    access: 'write',
    params: z.object({ owner: z.string() }),
    query: ImportQuery,
    fileTypes: Object.values(importFileTypes),
    answer: ImportResult,
    errors: [
      'owner-not-found',
      'file-type-not-known',
      'import-column-not-known',
      'import-column-is-missing',
      'import-source-is-invalid',
      'too-much-at-once',
      'server-is-busy',
    ],
  }),
};
