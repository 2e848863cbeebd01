/**
 * API calls that only the process with the jobs can handle: imports, whose files it has and whose
 * events it stores, archives, whose files it writes, and recounts, which are in its memory. Other
 * processes forward them to it.
 */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { jobsPath } from 'contract/analytics/reports';
import { messageOf, statusOf } from 'contract/rules/errors';
import { readNote, writeNote } from 'gateway/floor/db/notes';
import type { Records } from 'gateway/floor/db/schema';
import type { Gateway } from 'gateway/api/gateway-options';
import { isSameSecret } from './secrets';
import type { Settings } from './settings';

const note = 'jobs are at';

const proofHeader = 'x-landfall-jobs';
const clientHeader = 'x-landfall-client';

/**
 * Proves that a process of the installation forwards this call for this client. The secret itself
 * is never sent, and a replayed proof is valid for the same call only.
 */
function proofOf(secret: string, { method, path, address }: { method: string; path: string; address: string }): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([method, path, address]))
    .digest('base64url');
}

/** The client of a forwarded call, whose headers it removes; undefined for a direct call. */
export function forwardedClient(request: IncomingMessage, secret: string): string | undefined {
  let { [proofHeader]: proof, [clientHeader]: given = '' } = request.headers;
  delete request.headers[proofHeader];
  delete request.headers[clientHeader];
  let { method = '', url: path = '' } = request;
  let address = String(given);
  return isSameSecret(proof, proofOf(secret, { method, path, address })) ? address : undefined;
}

/** Stores the address of this process; the last one to announce itself wins. */
export function announceJobs(records: Records, { JOBS_URL, GATEWAY_PORT }: Settings): Promise<void> {
  return writeNote(records, note, JOBS_URL ?? `http://${hostname()}:${GATEWAY_PORT}`);
}

/** The API of a process without jobs. */
export function withJobsElsewhere(api: Gateway['api'], records: Records, secret: string): Gateway['api'] {
  return async (request, from) => {
    let { pathname, search } = new URL(request.url);
    if (!jobsPath.test(pathname)) return api(request, from);
    let place = await readNote(records, note);
    if (place === undefined) return away();
    let headers = new Headers(request.headers);
    for (let name of hopByHop) headers.delete(name);
    let { method, body, signal } = request;
    let [path, address] = [pathname + search, from?.address ?? ''];
    headers.set(proofHeader, proofOf(secret, { method, path, address }));
    headers.set(clientHeader, address);
    let init = { method, headers, signal, redirect: 'manual', ...(body && { body, duplex: 'half' }) };
    return fetch(new URL(path, place), init as RequestInit).catch(away);
  };
}

const hopByHop = ['connection', 'host', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade'];

function away(): Response {
  let code = 'api-does-not-answer' as const;
  return Response.json({ code, message: messageOf(code) }, { status: statusOf(code) });
}
