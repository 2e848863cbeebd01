/**
 * Files sent to a bucket: signed by the protocol, refused with a message, never sent to a private
 * network.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { S3Endpoint, S3Region, S3Uri } from 'contract/rules/fields';
import { amazonEndpoint, readS3Uri } from 'contract/rules/s3-location';
import { withTemporaryFile } from 'gateway/exports/temporary-file';
import { createStorage, StorageError, type StorageBucket } from 'gateway/exports/storage';
import { startFakeS3, storageBucket, storageKeys, storageRegion, type FakeS3 } from '../../support/fake-s3';

let s3: FakeS3;
let bucket: StorageBucket;
let never = new AbortController().signal;

beforeAll(async () => void (s3 = await startFakeS3()));
afterAll(() => s3.close());
beforeEach(() => {
  s3.failure = undefined;
  bucket = { endpoint: s3.endpoint, region: storageRegion, bucket: storageBucket, ...storageKeys };
});

async function* parts(...texts: string[]) {
  for (let content of texts) yield { content, rows: 1 };
}

function put(to: Partial<StorageBucket>, key = 'a.csv', allowed = ['127.0.0.1'], content = parts('id\n', 'größe,1\n')) {
  return withTemporaryFile(content, (draft) => createStorage(allowed).put({ ...bucket, ...to }, key, draft, never));
}

async function failureOf(work: Promise<unknown>): Promise<{ code: string; field: string | undefined }> {
  let thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof StorageError)) throw new Error(`no refusal: ${String(thrown)}`);
  return { code: thrown.code, field: thrown.field };
}

describe('writes', () => {
  it('a file with its content type, complete', async () => {
    await put({});
    expect(s3.objects.get(`${storageBucket}/a.csv`)).toEqual({
      bytes: Buffer.from('id\ngröße,1\n'),
      contentType: 'text/csv; charset=utf-8',
    });
  });

  it.each(['reports/2026 daily/a+b.csv', "it's (new)*!.csv", 'ünïcode/日本.csv', 'a//b.csv', '100%.csv'])(
    'under the key %s',
    async (key) => {
      await put({}, key);
      expect(s3.text(key)).toBe('id\ngröße,1\n');
    },
  );

  it('a file that is larger than any buffer', async () => {
    let line = `${'x'.repeat(99)}\n`;
    let chunk = line.repeat(10_000);
    await put({}, 'large.csv', ['*'], parts(...Array.from({ length: 8 }, () => chunk)));
    expect(s3.text('large.csv')?.length).toBe(8_000_000);
  });

  it('an empty file', async () => {
    await put({}, 'empty.csv', ['*'], parts());
    expect(s3.text('empty.csv')).toBe('');
  });
});

describe('reports errors', () => {
  it.each([
    [{ bucket: 'another-bucket' }, 'export-bucket-not-found', 's3_uri'],
    [{ bucket: 'locked-exports' }, 'export-access-denied', 'access_key_id'],
    [{ accessKeyId: 'AKIANOBODY' }, 'export-access-key-not-valid', 'access_key_id'],
    [{ secretAccessKey: 'another secret' }, 'export-secret-not-valid', 'secret_access_key'],
    [{ region: 'us-east-1' }, 'export-region-is-wrong', 'region'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'export-storage-not-reached', 'endpoint'],
  ])('%o', async (wrong, code, field) => {
    expect(await failureOf(put(wrong))).toEqual({ code, field });
  });

  it('of answers without an error code', async () => {
    s3.failure = { status: 503, code: 'SlowDown' };
    expect(await failureOf(put({}))).toEqual({ code: 'export-storage-refused', field: undefined });
  });

  it.each([
    ['nothing', 403, '', 'export-access-denied'],
    [
      'an error of the protocol',
      403,
      '<?xml version="1.0"?>\n<Error><Code>\nNoSuchBucket\n</Code></Error>',
      'export-bucket-not-found',
    ],
    [
      'an error with a namespace',
      400,
      '<Error xmlns="http://s3.example"><Code>InvalidBucketName</Code></Error>',
      'export-bucket-not-found',
    ],
    [
      'an error that is cut off after its code',
      403,
      '<Error><Code>NoSuchBucket</Code><Mess',
      'export-bucket-not-found',
    ],
    ['an error that is cut off in its code', 403, '<Error><Code>NoSuchBu', 'export-access-denied'],
    [
      'a code in a comment and in a text',
      404,
      '<!--<Code>AccessDenied</Code>--><Error><Message><![CDATA[<Code>AccessDenied</Code>]]></Message></Error>',
      'export-bucket-not-found',
    ],
    [
      'a custom entity',
      403,
      '<!DOCTYPE Error [<!ENTITY e "NoSuchBucket">]><Error><Code>&e;</Code></Error>',
      'export-storage-refused',
    ],
    ['a web page', 404, '<!doctype html><title>404</title><p>Not here & not there.<br>', 'export-bucket-not-found'],
    ['ten thousand open elements', 403, '<a>'.repeat(10_000), 'export-access-denied'],
    ['the address of another region', 301, '', 'export-region-is-wrong'],
  ])('in a body of %s with status %i', async (_, status, body, code) => {
    let asked = 0;
    let server: Server = createServer((request, response) => {
      asked += 1;
      let location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/elsewhere`;
      request.resume().on('end', () => response.writeHead(status, { location }).end(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    let endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await failureOf(put({ endpoint }))).code).toBe(code);
    expect(asked).toBe(1);
    server.close();
  });
});

describe('does not send to private networks', () => {
  it.each(['http://127.0.0.1:9', 'http://localhost:9', 'http://10.0.0.7', 'http://169.254.169.254', 'http://[::1]:9'])(
    '%s',
    async (endpoint) => {
      expect(await failureOf(put({ endpoint }, 'a.csv', []))).toEqual({
        code: 'export-endpoint-is-private',
        field: 'endpoint',
      });
    },
  );

  it('sends where the operator allows it', async () => {
    await put({}, 'allowed.csv', [new URL(s3.endpoint).host]);
    expect(s3.text('allowed.csv')).toBeDefined();
    expect(await failureOf(put({}, 'b.csv', ['127.0.0.1:1']))).toMatchObject({ code: 'export-endpoint-is-private' });
  });
});

describe('addresses', () => {
  it.each([
    ['s3://bucket', { bucket: 'bucket', prefix: '' }],
    ['s3://my.bucket-1/', { bucket: 'my.bucket-1', prefix: '' }],
    ['s3://bucket//reports/daily/', { bucket: 'bucket', prefix: 'reports/daily' }],
  ])('%s', (uri, place) => expect(readS3Uri(uri)).toEqual(place));

  // @spec 5: Invalid S3 URI
  it.each([
    'bucket/a',
    'https://bucket',
    's3://',
    's3://ab',
    's3://Bucket',
    's3://a..b',
    's3://-abc',
    's3://bucket/../x',
    's3://bucket/a\nb',
  ])('not %s', (uri) => {
    expect(S3Uri.safeParse(uri).error?.issues[0]?.message).toBe('invalid-s3-uri');
  });

  // @spec 5: Invalid URL (endpoint of a storage)
  it('endpoints are HTTP URLs without credentials', () => {
    expect(S3Endpoint.parse(' https://s3.example.com/storage/ ')).toBe('https://s3.example.com/storage');
    expect(S3Endpoint.parse('')).toBeUndefined();
    expect(S3Endpoint.parse(null)).toBeUndefined();
    for (let wrong of [
      's3.example.com',
      'ftp://x.example',
      'https://a:b@x.example',
      'https://x.example?a=1',
      'https://x.example#a',
      'https://',
    ])
      expect(S3Endpoint.safeParse(wrong).error?.issues[0]?.message).toBe('invalid-url');
  });

  it('regions are one word', () => {
    expect(amazonEndpoint(S3Region.parse('eu-west-1'))).toBe('https://s3.eu-west-1.amazonaws.com');
    for (let wrong of ['eu west', 'evil.example/', 'EU']) expect(S3Region.safeParse(wrong).success).toBe(false);
  });
});
