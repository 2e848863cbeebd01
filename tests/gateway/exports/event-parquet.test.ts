import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance, type Json } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decisionColumns, rawEventColumns } from 'contract/analytics/events';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, minuteMs } from 'contract/floor/time';
import { startFakeS3, storageBucket } from 'tests/support/fake-s3';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { createExportWorld, day, fileOf, make, versions } from './export-world';

let world: World;
let ada: Caller;
let engine: string;
const folder = path.join(tmpdir(), `parquet-${process.pid}`);

beforeAll(async () => {
  mkdirSync(folder);
  vi.stubEnv('TMPDIR', folder);
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'file' as const, name: 'engine', incoming_path: '/engine/{v}' };
  engine = (await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body })).id;
  let time = world.now() - dayMs;
  // More than fit into one chunk of rows.
  let many = Array.from({ length: 5_000 }, (_, i) =>
    madeEvent({ artifactId: engine, time: time + i, version: `v${i}` }),
  );
  let odd = madeEvent({
    artifactId: engine,
    time: time + 5_000,
    userAgent: '=cmd|calc "ü"\u0000\n',
    variables: { team: 'a', größe: "'" },
    latitude: 60.25,
    confidence: null,
    originId: 2n ** 64n - 1n,
    isBot: true,
  });
  await world.events.append([...many, odd]);
});
afterAll(async () => {
  await world.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function bytesOf(query: Record<string, string>): Promise<{ bytes: Buffer; headers: Headers }> {
  let url = `http://gateway.invalid/v2/packages/ada/events?${new URLSearchParams(query)}`;
  let request = new Request(url, { headers: { authorization: `Bearer ${ada.token}` } });
  let { status, headers, body } = await world.gateway.api(request, { address: '127.0.0.1' });
  expect(status).toBe(200);
  return { bytes: Buffer.from(await new Response(body).arrayBuffer()), headers };
}

async function read(bytes: Uint8Array, sql: string): Promise<Record<string, Json>[]> {
  let file = path.join(folder, 'events.parquet');
  writeFileSync(file, bytes);
  let instance = await DuckDBInstance.create(':memory:');
  let connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql.replace('FILE', `'${file}'`))).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const everything = `SELECT * REPLACE (strftime(time AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ') AS time) FROM read_parquet(FILE)`;

function exportFolders(): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('export-'));
}

describe('a Parquet file of events', () => {
  it('has the rows, columns and types of the NDJSON file', async () => {
    let { bytes, headers } = await bytesOf({ format: 'parquet', raw: 'true' });
    expect(headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(headers.get('content-disposition')).toMatch(/filename="packages-ada-[-\d]+\.parquet"$/);
    let lines = (await bytesOf({ format: 'ndjson', raw: 'true' })).bytes.toString().trimEnd().split('\n');
    let wanted = lines.map((line) => {
      let row = JSON.parse(line) as Record<string, unknown>;
      return { ...row, variables: JSON.stringify(row.variables) };
    });
    expect(wanted).toHaveLength(5_001);
    let rows = await read(bytes, everything);
    expect(rows).toEqual(wanted);
    expect(Object.keys(rows[0]!)).toEqual([...rawEventColumns, ...decisionColumns]);
  });

  it('has types that other readers know', async () => {
    let { bytes } = await bytesOf({ format: 'parquet' });
    let described = await read(bytes, 'DESCRIBE FROM read_parquet(FILE)');
    let typeOf = (name: string) => described.find((row) => row.column_name === name)?.column_type;
    let types = ['id', 'time', 'dnt', 'bot', 'origin_latitude', 'confidence', 'variables'].map(typeOf);
    expect(types).toEqual(['VARCHAR', 'TIMESTAMP WITH TIME ZONE', 'BOOLEAN', 'BOOLEAN', 'DOUBLE', 'DOUBLE', 'VARCHAR']);
    expect(described).toHaveLength(rawEventColumns.length);
  });

  it('is valid without events, and is filtered as the other formats', async () => {
    let old = { start_date: '2020-01-01', end_date: '2020-01-02' };
    expect(await read((await bytesOf({ format: 'parquet', ...old })).bytes, everything)).toEqual([]);
    let where = 'request_version:equals:v7';
    let { bytes } = await bytesOf({ format: 'parquet', where });
    expect((await read(bytes, everything)).map(({ version }) => version)).toEqual(['v7']);
  });

  it('leaves nothing on the disk, also when its reader leaves', async () => {
    await bytesOf({ format: 'parquet' });
    let url = 'http://gateway.invalid/v2/packages/ada/events?format=parquet';
    let request = new Request(url, { headers: { authorization: `Bearer ${ada.token}` } });
    let { body } = await world.gateway.api(request, { address: '127.0.0.1' });
    let reader = body!.getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(exportFolders).toEqual([]);
  });
});

it('is made for one request of an owner at a time, and for others meanwhile', async () => {
  let statusOf = async ({ token }: Caller, owner: string) => {
    let url = `http://gateway.invalid/v2/packages/${owner}/events?format=parquet`;
    let request = new Request(url, { headers: { authorization: `Bearer ${token}` } });
    let { status, body } = await world.gateway.api(request, { address: '127.0.0.1' });
    await new Response(body).arrayBuffer();
    return status;
  };
  let grace = await world.as('grace');
  let ofAda = Promise.all(Array.from({ length: 4 }, () => statusOf(ada, 'ada')));
  expect(await statusOf(grace, 'grace')).toBe(200);
  // One waits for the first.
  expect((await ofAda).sort()).toEqual([200, 200, 429, 429]);
});

describe('a daily export as Parquet', () => {
  it('sends a file a day with the events of the CSV file', async () => {
    let s3 = await startFakeS3();
    let { world: other, grace } = await createExportWorld();
    try {
      await make(grace, s3);
      await make(grace, s3, { format: 'parquet', include_company_rollups: true });
      let date = day(other, 0);
      other.later(dayMs / 2 + 15 * minuteMs);
      await other.gateway.exports.runDue();
      let key = `${storageBucket}/${fileOf(date).replace(/csv$/, 'parquet')}`;
      let sent = s3.objects.get(key)!;
      expect(sent.contentType).toBe('application/vnd.apache.parquet');
      let rows = await read(sent.bytes, everything);
      expect(rows.map(({ version }) => version)).toEqual(versions(s3, date));
      expect(s3.text(fileOf(date, 'company-rollups'))).toContain('Acme');
    } finally {
      await other.close();
      await s3.close();
    }
  });
});
