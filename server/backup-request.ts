/**
 * Messages between `landfall backup` and a running store side: small files in the data folder,
 * which both can reach. Who may write there may read everything anyway.
 */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { giveToOwner } from './private-folder';

/** A request whose file was not touched for this long is abandoned: its process was killed. */
export const silenceMs = 30_000;

const Request = z.object({
  id: z.string().uuid(),
  /** The stores are copied first, consistent with each other, then their files. */
  stage: z.enum(['stores', 'files']),
  pid: z.number().int(),
});
export type BackupRequest = z.infer<typeof Request>;

const Answer = z.object({
  id: z.string().uuid(),
  state: z.enum(['preparing', 'kept', 'failed']),
  why: z.string().optional(),
});
export type BackupAnswer = z.infer<typeof Answer>;

const Made = z.object({ made_at: z.string().datetime() });

export const requestName = 'backup-request.json';
const answerName = 'backup-answer.json';
const lastName = 'last-backup.json';

export function readRequest(folder: string): BackupRequest | undefined {
  return read(path.join(folder, requestName), Request);
}

export function readAnswer(folder: string): BackupAnswer | undefined {
  return read(path.join(folder, answerName), Answer);
}

/** In milliseconds; undefined without a request. */
export function requestTouched(folder: string): number | undefined {
  return statSync(path.join(folder, requestName), { throwIfNoEntry: false })?.mtimeMs;
}

export function writeRequest(folder: string, request: BackupRequest): void {
  write(path.join(folder, requestName), request);
}

export function writeAnswer(folder: string, answer: BackupAnswer): void {
  write(path.join(folder, answerName), answer);
}

export function removeRequest(folder: string): void {
  rmSync(path.join(folder, requestName), { force: true });
}

export function removeAnswer(folder: string): void {
  rmSync(path.join(folder, answerName), { force: true });
}

/** For metrics and `landfall doctor`. */
export function noteBackup(folder: string, made: Date): void {
  write(path.join(folder, lastName), { made_at: made.toISOString() });
}

/** In milliseconds since 1970; undefined without a backup. */
export function lastBackup(folder: string): number | undefined {
  let made = read(path.join(folder, lastName), Made);
  return made && Date.parse(made.made_at);
}

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function write(file: string, content: BackupRequest | BackupAnswer | z.infer<typeof Made>): void {
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  giveToOwner(path.dirname(file), [`${file}.new`]);
  renameSync(`${file}.new`, file);
}
