/** Sends one part of an import, with retries while the installation is busy or unreachable. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorAnswer } from 'contract/api/error-answer';
import { ImportResult } from 'contract/exports/imports';
import { errorMessage } from 'net/error-message';
import type { FilePart } from './import-parts';

export interface ImportTarget {
  address: URL;
  token: string;
  type: string;
}

/** Pauses between attempts: about five minutes, enough for an update or restart. */
const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 90_000, 90_000];
const answerMs = 90_000;

/** Throws if the part is refused, or after the last attempt. */
export async function sendPart({ header, rows }: FilePart, target: ImportTarget): Promise<ImportResult> {
  for (let tries = 0; ; tries++) {
    let answer = await post(header + rows, target).catch((error: unknown) => `No response: ${reasonOf(error)}`);
    if (typeof answer !== 'string') return answer;
    let wait = pausesMs[tries];
    if (wait === undefined) throw new Error(answer);
    process.stdout.write(`${answer} Trying again in ${wait / 1_000} s.\n`);
    await pause(wait);
  }
}

/** The result, or why to retry. */
async function post(text: string, { address, token, type }: ImportTarget): Promise<ImportResult | string> {
  let response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  });
  let body = parsed(await response.text());
  if (response.ok && body !== undefined) return ImportResult.parse(body);
  let said = body === undefined ? saidByOther(response) : saidBy(body as ErrorAnswer);
  if (response.ok) throw new Refused(said);
  if (response.status === 429 || response.status >= 500) return said;
  throw new Refused(`File rejected: ${said}`);
}

/** Undefined for responses that are not JSON: Landfall always responds with JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function saidBy({ message, field }: ErrorAnswer): string {
  return `${message}${field ? ` (${field})` : ''}`;
}

/** The response is from a proxy or another program. */
function saidByOther({ status, url }: Response): string {
  let who = `${new URL(url).origin} responds with ${status}, but not as Landfall.`;
  if (status === 413)
    return `${who} A proxy rejects requests of this size. Raise its limit (client_max_body_size in nginx).`;
  if (status >= 500) return `${who} A proxy cannot reach the server.`;
  return `${who} Set --to to the API URL, such as https://api.example-downloads.com.`;
}

class Refused extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof Refused) throw error;
  return errorMessage(error);
}
