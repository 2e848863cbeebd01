/** One POST to an owner's webhook, with a time limit, and never to a private network. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { ErrorCode } from 'contract/rules/errors';
import {
  isPrivateTarget,
  mayBePrivate,
  PrivateTargetError,
  publicLookup,
  socketRules,
  type PrivateTargets,
} from 'net/private-targets';
import { timeLimit } from 'net/time-limit';
import { ApiError } from '../floor/calls/api-error';

/** Characters of the response that are stored. */
const excerptMax = 300;

export interface PostResult {
  /** Undefined on success. */
  reason: ErrorCode | undefined;
  status: number | null;
  /** The beginning of the response. */
  answer: string;
  /** Whether the mail server refused us, and not the email. */
  isServerAway?: boolean;
}

interface PostRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Which addresses may be on a private network. */
  allowed: PrivateTargets;
  timeoutMs: number;
  /** Aborted when the process ends. */
  closing: AbortSignal;
}

/** Does not follow redirects. Never rejects. */
export async function post({ url, headers, body, allowed, timeoutMs, closing }: PostRequest): Promise<PostResult> {
  let signal = timeLimit(timeoutMs, closing);
  try {
    let rules = socketRules(url, allowed);
    let open = url.protocol === 'https:' ? https.request : http.request;
    let length = String(Buffer.byteLength(body));
    let sent = { 'content-type': 'application/json', 'content-length': length, 'user-agent': 'landfall', ...headers };
    // A pooled connection may have been opened under other rules.
    let options = { method: 'POST', headers: sent, agent: false as const, ...rules };
    let request = open(url, { ...options, signal });
    let answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve);
      request.on('error', reject);
      request.end(body);
    });
    let status = answer.statusCode ?? 0;
    return { reason: reasonOf(status), status, answer: await excerptOf(answer) };
  } catch (error) {
    return {
      reason: closing.aborted ? 'delivery-was-interrupted' : failureOf(error, signal),
      status: null,
      answer: '',
    };
  }
}

function reasonOf(status: number): ErrorCode | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? 'delivery-redirected' : 'delivery-refused';
}

function failureOf(error: unknown, limit: AbortSignal): ErrorCode {
  if (error instanceof PrivateTargetError) return 'webhook-address-is-private';
  return limit.aborted ? 'delivery-timed-out' : 'delivery-not-connected';
}

/** A body that breaks off still leaves a valid status. */
async function excerptOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (let part of answer.setEncoding('utf8')) {
      text += part;
      if (text.length >= excerptMax) break;
    }
  } catch {
    // What arrived so far is kept.
  }
  // PostgreSQL stores no NUL.
  return text
    .slice(0, excerptMax)
    .replaceAll('\0', '')
    .replace(/[\ud800-\udbff]$/, '');
}

/** Throws webhook-address-is-private and, for public addresses without TLS, webhook-needs-https. */
export async function checkWebhookTarget(
  address: string,
  allowed: PrivateTargets,
  resolve: typeof publicLookup = publicLookup,
): Promise<void> {
  let url = new URL(address);
  if (await isPrivateTarget(url, allowed, resolve)) throw new ApiError('webhook-address-is-private', 'url');
  if (url.protocol === 'http:' && !mayBePrivate(url.host, allowed)) throw new ApiError('webhook-needs-https', 'url');
}
