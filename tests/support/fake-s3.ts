/**
 * A fake storage that speaks the S3 protocol on 127.0.0.1: PUT with path-style addresses. It checks
 * each signature (AWS Signature Version 4) and payload hash itself.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const storageKeys = { accessKeyId: 'AKIALANDFALLTEST', secretAccessKey: 'q7/Not+A+Real/Secret=Key' };
export const storageRegion = 'eu-central-1';
export const storageBucket = 'hopper.exports';

interface StoredObject {
  bytes: Buffer;
  contentType: string | undefined;
}

export interface FakeS3 {
  endpoint: string;
  /** The objects by `bucket/key`, in the order they came. */
  objects: Map<string, StoredObject>;
  /** The number of requests, refused ones included. */
  requests: number;
  /** Set it to refuse everything from now on. */
  failure: { status: number; code: string } | undefined;
  /** Set it to answer nothing from now on. */
  isSilent: boolean;
  text(key: string): string | undefined;
  close(): Promise<void>;
}

const clockSkewMs = 15 * 60_000;

/** Starts it; any free port unless one is given. */
export async function startFakeS3(port = 0): Promise<FakeS3> {
  let server = createServer((request, response) => void take(fake, request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    requests: 0,
    failure: undefined,
    isSilent: false,
    text: (key) => fake.objects.get(`${storageBucket}/${key}`)?.bytes.toString('utf8'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

async function take(fake: FakeS3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/ready') return void response.end();
  fake.requests += 1;
  if (fake.isSilent) return;
  let parts: Buffer[] = [];
  for await (let part of request) parts.push(part as Buffer);
  let body = Buffer.concat(parts);
  let refusal = fake.failure ?? refusalOf(request, body);
  if (refusal) {
    let xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${refusal.code}</Code><Message>No.</Message></Error>`;
    response.writeHead(refusal.status, { 'content-type': 'application/xml' }).end(xml);
    return;
  }
  let key = decodeURIComponent((request.url ?? '').slice(1));
  fake.objects.set(key, { bytes: body, contentType: request.headers['content-type'] });
  response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
}

function refusalOf(request: IncomingMessage, body: Buffer): { status: number; code: string } | undefined {
  let { headers, method = '', url = '' } = request;
  let signed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!signed) return { status: 403, code: 'AccessDenied' };
  let [, keyId = '', day = '', region = '', names = '', signature = ''] = signed;
  let stamp = String(headers['x-amz-date']);
  if (keyId !== storageKeys.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== storageRegion) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  if (!stamp.startsWith(day) || Math.abs(momentOf(stamp) - Date.now()) > clockSkewMs)
    return { status: 403, code: 'RequestTimeTooSkewed' };
  let canonical = [
    method,
    ...canonicalUrl(url),
    ...canonicalHeaders(request, names),
    names,
    String(headers['x-amz-content-sha256']),
  ];
  let scope = `${day}/${region}/s3/aws4_request`;
  let toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical.join('\n'))].join('\n');
  let key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${storageKeys.secretAccessKey}`);
  let mustSign = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  if (!mustSign.every((name) => names.split(';').includes(name)) || hmac(key, toSign).toString('hex') !== signature)
    return { status: 403, code: 'SignatureDoesNotMatch' };
  if (headers['x-amz-content-sha256'] !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  if (method !== 'PUT') return { status: 405, code: 'MethodNotAllowed' };
  if (Number(headers['content-length']) !== body.byteLength) return { status: 411, code: 'MissingContentLength' };
  let bucket = decodeURIComponent(url.split('/')[1] ?? '');
  if (bucket === 'locked-exports') return { status: 403, code: 'AccessDenied' };
  return bucket === storageBucket ? undefined : { status: 404, code: 'NoSuchBucket' };
}

/** The path as RFC 3986 writes it, and the query by name. */
function canonicalUrl(url: string): [path: string, query: string] {
  let [path = '', query = ''] = url.split('?');
  let segments = path.split('/').map((segment) => rfc3986(decodeURIComponent(segment)));
  return [segments.join('/'), query.split('&').sort().join('&')];
}

function rfc3986(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function canonicalHeaders({ headers }: IncomingMessage, names: string): string[] {
  let lines = names.split(';').map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}`,
  );
  return [...lines, ''];
}

function momentOf(stamp: string): number {
  let iso = stamp.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Date.parse(iso);
}

function sha256(of: string | Buffer): string {
  return createHash('sha256').update(of).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
