/**
 * Calls that only the process with the jobs can answer: imports, whose files lie with it and whose
 * events it stores, and archives, whose files it makes. Another process passes them on to where
 * that one says it is.
 */
import { hostname } from 'node:os';
import { messageOf, statusOf } from 'contract/errors';
import { readNote, writeNote } from 'gateway/db/notes';
import type { Records } from 'gateway/db/schema';
import type { Gateway } from 'gateway/gateway';
import type { Settings } from './settings';

const note = 'jobs are at';
const ofJobs = /^\/v2\/(imports|archives)\//;

export const jobsSecretHeader = 'x-landfall-jobs';
export const jobsClientHeader = 'x-landfall-client';

/** Says where this process is reached; until another one says it. */
export function announceJobs(records: Records, { JOBS_URL, GATEWAY_PORT }: Settings): Promise<void> {
  return writeNote(records, note, JOBS_URL ?? `http://${hostname()}:${GATEWAY_PORT}`);
}

/** The API of a process without jobs. */
export function withJobsElsewhere(api: Gateway['api'], records: Records, secret: string): Gateway['api'] {
  return async (request, from) => {
    let { pathname, search } = new URL(request.url);
    if (!ofJobs.test(pathname)) return api(request, from);
    let place = await readNote(records, note);
    if (place === undefined) return away();
    let headers = new Headers(request.headers);
    for (let name of hopByHop) headers.delete(name);
    headers.set(jobsSecretHeader, secret);
    headers.set(jobsClientHeader, from?.address ?? '');
    let { method, body, signal } = request;
    let init = { method, headers, signal, redirect: 'manual', ...(body && { body, duplex: 'half' }) };
    return fetch(new URL(pathname + search, place), init as RequestInit).catch(away);
  };
}

const hopByHop = ['connection', 'host', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade'];

function away(): Response {
  let code = 'api-does-not-answer' as const;
  return Response.json({ code, message: messageOf(code) }, { status: statusOf(code) });
}
