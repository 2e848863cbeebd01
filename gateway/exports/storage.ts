/** S3 client for uploads: path-style addresses, AWS Signature Version 4. */
import { createReadStream } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Parser } from 'htmlparser2';
import type { ErrorCode } from 'contract/rules/errors';
import { PrivateTargetError, socketRules, type PrivateTargets } from 'net/private-targets';
import type { TemporaryFile } from './temporary-file';

export interface StorageBucket {
  /** Without a slash at its end. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The type defaults to CSV. */
type StoredFile = Pick<TemporaryFile, 'file' | 'bytes' | 'sha256'> & { type?: string };

export interface Storage {
  /** Replaces an existing file. Rejects with StorageError. */
  put(bucket: StorageBucket, key: string, file: StoredFile, signal: AbortSignal): Promise<void>;
}

/** `code` is an error of the catalogue, `field` the setting of the bucket that causes it. */
export class StorageError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;

  constructor(code: ErrorCode, field?: string, cause?: unknown) {
    super(`${code}${cause instanceof Error ? `: ${cause.message}` : ''}`, { cause });
    this.code = code;
    this.field = field;
  }
}

/** Aborts a request after this long without data. */
const silenceMs = 30_000;
const answerLengthMax = 64 * 1024;
/** A storage that reads or answers more slowly than this, in bytes per millisecond, has not been reached. */
const slowest = 64;
const alwaysMs = 60_000;
/** S3's limit for a single PUT. */
const fileBytesMax = 5 * 1024 ** 3;

/** S3's error codes and statuses. */
const errorMeanings: Record<string, [code: ErrorCode, field?: string]> = {
  NoSuchBucket: ['export-bucket-not-found', 's3_uri'],
  InvalidBucketName: ['export-bucket-not-found', 's3_uri'],
  InvalidAccessKeyId: ['export-access-key-not-valid', 'access_key_id'],
  SignatureDoesNotMatch: ['export-secret-not-valid', 'secret_access_key'],
  AccessDenied: ['export-access-denied', 'access_key_id'],
  AllAccessDisabled: ['export-access-denied', 'access_key_id'],
  AuthorizationHeaderMalformed: ['export-region-is-wrong', 'region'],
  PermanentRedirect: ['export-region-is-wrong', 'region'],
  TemporaryRedirect: ['export-region-is-wrong', 'region'],
  EntityTooLarge: ['export-file-is-too-large'],
  // Statuses of responses without a code.
  301: ['export-region-is-wrong', 'region'],
  307: ['export-region-is-wrong', 'region'],
  403: ['export-access-denied', 'access_key_id'],
  404: ['export-bucket-not-found', 's3_uri'],
};

/** `allowed` are storages that may be on a private network. */
export function createStorage(allowed: PrivateTargets): Storage {
  return {
    async put(bucket, key, draft, signal) {
      if (draft.bytes > fileBytesMax) throw new StorageError('export-file-is-too-large');
      let url = objectAddress(bucket, key);
      let headers = await signedHeaders(url, bucket, draft);
      let answer = await send(url, { headers, draft }, allowed, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        let isPrivate = error instanceof PrivateTargetError;
        throw new StorageError(
          isPrivate ? 'export-endpoint-is-private' : 'export-storage-not-reached',
          'endpoint',
          error,
        );
      });
      if (answer.status >= 200 && answer.status < 300) return;
      let code = errorCodeIn(answer.text) ?? String(answer.status);
      let [meaning, field] = errorMeanings[code] ?? ['export-storage-refused' as const];
      throw new StorageError(meaning, field, new Error(code));
    },
  };
}

/** The first `Code` of an XML response; undefined if the response is cut off before it. */
function errorCodeIn(xml: string): string | undefined {
  let text = '';
  let code: string | undefined;
  let parser = new Parser(
    {
      onopentagname: () => (text = ''),
      ontext: (part) => (text += part),
      onclosetag(name, isImplied) {
        if (name === 'Code' && !isImplied) code ||= text.trim();
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  return code;
}

/** `endpoint/bucket/key`; parts of the key are percent-encoded as in RFC 3986. */
function objectAddress({ endpoint, bucket }: StorageBucket, key: string): URL {
  return new URL([endpoint, bucket, ...key.split('/').map(encodeKeyPart)].join('/'));
}

function encodeKeyPart(part: string): string {
  return encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function signedHeaders(url: URL, bucket: StorageBucket, draft: StoredFile): Promise<Record<string, string>> {
  let signer = new AwsV4Signer({
    method: 'PUT',
    url: url.href,
    service: 's3',
    region: bucket.region,
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    headers: { 'content-type': draft.type ?? 'text/csv; charset=utf-8', 'x-amz-content-sha256': draft.sha256 },
  });
  let { headers } = await signer.sign();
  return { ...Object.fromEntries(headers), 'content-length': String(draft.bytes) };
}

async function send(
  url: URL,
  { headers, draft: { file, bytes } }: { headers: Record<string, string>; draft: StoredFile },
  allowed: PrivateTargets,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  let rules = socketRules(url, allowed);
  let open = url.protocol === 'https:' ? https.request : http.request;
  let request = open(url, { method: 'PUT', headers, signal, timeout: silenceMs, ...rules });
  request.on('timeout', () => request.destroy(new Error(`${url.host} was silent for ${silenceMs} ms`)));
  let limit = setTimeout(() => request.destroy(new Error(`${url.host} was too slow`)), alwaysMs + bytes / slowest);
  let answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
  });
  // A storage may respond and close before it has read the file; the broken pipe is not an error then.
  pipeline(createReadStream(file), request).catch(() => undefined);
  try {
    let answer = await answered;
    return { status: answer.statusCode ?? 0, text: await beginningOf(answer) };
  } finally {
    clearTimeout(limit);
  }
}

/** Keeps what arrived if the connection breaks after the status. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (let part of answer.setEncoding('utf8')) {
      text += part;
      if (text.length > answerLengthMax) break;
    }
  } catch {
    return text;
  }
  return text;
}
