/**
 * Answers that a browser or a proxy asks for again: by what they are made of, with 304 if it is the
 * same.
 */
import { createHash } from 'node:crypto';

/** The tag of an answer. */
export function etagOf(...parts: (string | Uint8Array)[]): string {
  let hash = createHash('sha256');
  for (let part of parts) hash.update(part);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/** Whether the asker has it already. */
export function matchesEtag({ headers }: Request, etag: string): boolean {
  let known = headers.get('if-none-match') ?? '';
  return known.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}
