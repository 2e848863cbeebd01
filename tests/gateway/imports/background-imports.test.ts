/** Imports in the background: uploaded, previewed, started, resumed, aborted, deleted. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventImportsApi, EventImport, ImportLog } from 'contract/exports/event-imports';
import { packagesApi } from 'contract/packages/packages';
import { createImportFiles } from 'gateway/imports/import-files';
import { startImports } from 'gateway/imports/import-job';
import { createJobs } from 'gateway/floor/jobs';
import { createSecretSealer } from 'gateway/floor/sealer';
import { createFairQueue } from 'gateway/floor/calls/fair-queue';
import { importAttemptsMax, importBatchSize, importPauseMs, importBatchLimit } from 'gateway/floor/calls/work-limits';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { importNow, rowsOf, upload } from './import-world';

whoMay(Object.values(eventImportsApi));

let world: World;
let ada: Caller;
let folder: string;

const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}.0`);
const at = (id: string) => ({ params: { owner: 'ada', id } });
const filesNow = () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => !name.endsWith('.log'));

async function uploaded(file: string | Buffer, name?: string): Promise<string> {
  let { status, body } = await upload(world, ada, file, { name });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

async function imported(file: string | Buffer): Promise<EventImport> {
  let id = await uploaded(file);
  await ada.ask(eventImportsApi.startEventImport, { ...at(id), body: {} });
  await world.gateway.imports.run();
  return importNow(ada, id);
}

beforeAll(async () => {
  world = await createWorld();
  folder = path.join(world.folder, 'imports');
  ada = await world.as('ada');
  let body = { type: 'file' as const, name: 'engine', incoming_path: '/engine/{v}' };
  await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
});
afterAll(() => world.close());

describe('an import in the background', () => {
  it('has the file name its sender gave, without folders', async () => {
    let file = rowsOf(world, ['1.0']);
    let id = await uploaded(file, 'C:\\logs\\..\\<b>june\u202e.ndjson');
    let { status, file_name, format, byte_count } = await importNow(ada, id);
    expect([status, file_name, format]).toEqual(['uploaded', '<b>june.ndjson', 'events-ndjson']);
    expect(byte_count).toBe(Buffer.byteLength(file));
    await ada.ask(eventImportsApi.abortEventImport, at(id));
  });

  it.each([
    ['plain', (text: string) => text],
    ['packed with gzip', (text: string) => gzipSync(text)],
    [
      'of several gzip members',
      (text: string) => Buffer.concat([gzipSync(text.slice(0, 999)), gzipSync(text.slice(999))]),
    ],
  ])('stores a file that is %s, once', async (_, packed) => {
    let file = packed(rowsOf(world, names(600)) + rowsOf(world, ['x'], { package: 'nothing' }));
    let before = (await world.events.state()).count;
    let { id, ...first } = await imported(file);
    expect(first).toMatchObject({
      status: 'done',
      events_total: 601,
      events_successfully_imported: 600,
      events_known: 0,
      events_failed_to_import: 1,
      bytes_read: Buffer.byteLength(file),
      error_log_sample: [{ type: 'artifact-not-found', class: 'error', line: 601, field: 'package' }],
    });
    expect((await world.events.state()).count).toBe(before + 600);
    expect(await imported(file)).toMatchObject({ events_successfully_imported: 600, events_known: 600 });
    expect((await world.events.state()).count).toBe(before + 600);
    let log = (await ada.call(eventImportsApi.getEventImportLog, at(id))).text.trim().split('\n');
    expect(log.map((line) => (JSON.parse(line) as ImportLog).line)).toEqual([601, null]);
    expect(filesNow()).not.toContain(id);
  });

  it('of a million empty lines is refused for less than a log of its size costs', async () => {
    let bytes = 2 ** 20;
    let line = '203.0.113.9 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 5 "-" "curl/8.5.0"\n';
    let cost = async (text: string) => {
      let before = process.cpuUsage();
      let { status, body } = await upload(world, ada, gzipSync(text));
      let { user, system } = process.cpuUsage(before);
      if (status === 201) await ada.ask(eventImportsApi.abortEventImport, at(body.id));
      return { status, ms: (user + system) / 1_000 };
    };
    await cost(line);
    let log = await cost(line.repeat(bytes / line.length));
    let empty = await cost('\n'.repeat(bytes));
    expect([log.status, empty.status]).toEqual([201, 422]);
    // A quarter of a second is what a busy machine adds to either.
    expect(empty.ms).toBeLessThan(log.ms + 250);
  });

  it('is previewed before it starts: format, packages, rows and errors by line', async () => {
    let id = await uploaded(`${rowsOf(world, ['1.0', '<i>2</i>'])}{"id": 1}\nno json\n${rowsOf(world, ['3.0'])}`);
    let preview = await ada.ask(eventImportsApi.previewEventImport, at(id));
    expect(preview).toMatchObject({
      format: 'events-ndjson',
      looked_at: 5,
      events: 3,
      errors: 2,
      artifacts: [{ kind: 'package', name: 'engine', events: 3 }],
    });
    expect(preview.rows.map(({ line, outcome, version }) => [line, outcome, version])).toEqual([
      [1, 'event', '1.0'],
      [2, 'event', '<i>2</i>'],
      [3, 'error', ''],
      [4, 'error', ''],
      [5, 'event', '3.0'],
    ]);
    await ada.ask(eventImportsApi.abortEventImport, at(id));
    expect(await ada.refusal(eventImportsApi.previewEventImport, at(id))).toMatchObject({ code: 'import-has-begun' });
    expect(await ada.refusal(eventImportsApi.startEventImport, { ...at(id), body: {} })).toMatchObject({
      code: 'import-has-begun',
    });
    expect(filesNow()).not.toContain(id);
  });

  it(
    'stores each row once when the progress of the last batches of a killed process was not saved',
    { tags: 'slow' },
    async () => {
      let file = rowsOf(world, names(2_000));
      let id = await uploaded(file);
      let before = (await world.events.state()).count;
      await ada.ask(eventImportsApi.startEventImport, { ...at(id), body: {} });
      await world.gateway.imports.run();
      expect(await importNow(ada, id)).toMatchObject({ status: 'done', events_successfully_imported: 2_000 });
      writeFileSync(path.join(folder, id), file);
      await world.records
        .updateTable('event_imports')
        .set({ status: 'importing', last_line: 500, stored: 500, known: 0 })
        .where('id', '=', id)
        .execute();
      await world.gateway.imports.run();
      expect(await importNow(ada, id)).toMatchObject({ status: 'done', events_total: 2_000, events_known: 1_500 });
      expect((await world.events.state()).count).toBe(before + 2_000);
    },
  );

  it('that fails pauses longer each time, lets others go on, and says why it gave up', async () => {
    let [bad, good] = [await uploaded(rowsOf(world, ['1.0'])), await uploaded(rowsOf(world, ['2.0', '3.0']))];
    await world.records
      .updateTable('event_imports')
      .set({ status: 'importing' })
      .where('id', 'in', [bad, good])
      .execute();
    let now = world.now();
    let tries = 0;
    let imports = startImports(
      {
        records: world.records,
        files: createImportFiles(folder),
        steps: createFairQueue(importBatchLimit),
        own: { domain: 'localhost', publicUrl: 'http://dashboard.test' },
        openLogged: () => Promise.reject(new Error('This file is no log.')),
        sealer: createSecretSealer(['a secret of this test'], 'records'),
        clock: () => now,
        log: pino({ level: 'silent' }),
        events: {
          ...world.events,
          import(events) {
            if (events.length > 1) return world.events.import(events);
            tries += 1;
            return Promise.reject(new Error('never'));
          },
        },
      },
      createJobs(() => now),
    );
    await imports.run();
    await imports.run();
    expect(tries).toBe(1);
    expect(await importNow(ada, good)).toMatchObject({ status: 'done', events_successfully_imported: 2 });
    expect(await importNow(ada, bad)).toMatchObject({ status: 'importing' });
    let begun = now;
    while ((await importNow(ada, bad)).status === 'importing') {
      now += importPauseMs(tries) - 1;
      let before = tries;
      await imports.run();
      expect(tries).toBe(before);
      now += 1;
      await imports.run();
    }
    expect(tries).toBe(importAttemptsMax);
    expect(now - begun).toBeGreaterThan(5 * 3_600_000);
    expect(await importNow(ada, bad)).toMatchObject({ status: 'failed', reason: 'import-gave-up' });
    expect(filesNow()).not.toContain(bad);
    await imports.close();
  });

  it('stops when its process ends, and another process continues after the last line', async () => {
    let rows = 2.5 * importBatchSize;
    let id = await uploaded(rowsOf(world, names(rows)));
    let before = (await world.events.state()).count;
    let parts = {
      records: world.records,
      files: createImportFiles(folder),
      steps: createFairQueue(importBatchLimit),
      own: { domain: 'localhost', publicUrl: 'http://dashboard.test' },
      openLogged: () => Promise.reject(new Error('This file is no log.')),
      sealer: createSecretSealer(['a secret of this test'], 'records'),
      clock: world.now,
      log: pino({ level: 'silent' }),
    };
    // The gateway's own look for imports, which those before have asked for, has ended.
    await world.gateway.imports.run();
    await world.records.updateTable('event_imports').set({ status: 'importing' }).where('id', '=', id).execute();
    let batches = 0;
    let closing: Promise<void> | undefined;
    let first = startImports(
      {
        ...parts,
        events: {
          ...world.events,
          import(events) {
            if (++batches === 2) closing = first.close();
            return world.events.import(events);
          },
        },
      },
      createJobs(world.now),
    );
    await vi.waitFor(() => expect(closing).toBeDefined(), 30_000);
    await closing;
    let half = await importNow(ada, id);
    expect(half).toMatchObject({ status: 'importing', events_total: 2 * importBatchSize });
    await world.gateway.imports.run();
    expect(await importNow(ada, id)).toMatchObject({ status: 'done', events_total: rows, events_known: 0 });
    expect((await world.events.state()).count).toBe(before + rows);
  });

  it('is listed with the others, newest first, and by status', async () => {
    let ids = [await uploaded(rowsOf(world, ['1'])), await uploaded(rowsOf(world, ['2']))];
    let params = { owner: 'ada' };
    let { event_imports: two } = await ada.ask(eventImportsApi.getEventImports, {
      params,
      query: { status: ['uploaded'], per_page: 2 },
    });
    expect(two.map(({ id }) => id)).toEqual([...ids].reverse());
    let { event_imports: older } = await ada.ask(eventImportsApi.getEventImports, {
      params,
      query: { after: ids[0]!, per_page: 1 },
    });
    expect(older[0]!.id < ids[0]!).toBe(true);
    for (let id of ids) await ada.ask(eventImportsApi.abortEventImport, at(id));
  });
});

describe('a file that is refused', () => {
  it.each([
    ['empty', '', 'import-file-is-empty'],
    ['of an unknown format', 'hello\nworld\n', 'import-format-not-known'],
    ['with an unknown column', 'id,type,package,time,colour\n', 'import-column-not-known'],
    ['without a needed column', 'id,type,package,version\n', 'import-column-is-missing'],
    ['damaged', gzipSync('{"id":1}\n'.repeat(9)).subarray(0, 25), 'import-file-is-broken'],
  ])('because it is %s leaves nothing behind', async (_, file, code) => {
    let before = filesNow();
    expect((await upload(world, ada, file)).body.code).toBe(code);
    expect(filesNow()).toEqual(before);
  });

  it('because too many are waiting can be sent when one is done', async () => {
    let waiting = await Promise.all([1, 2, 3].map((i) => uploaded(rowsOf(world, [String(i)]))));
    expect((await upload(world, ada, rowsOf(world, ['4']))).body.code).toBe('too-many-active-imports');
    for (let id of waiting) await ada.ask(eventImportsApi.abortEventImport, at(id));
    await ada.ask(eventImportsApi.abortEventImport, at(await uploaded(rowsOf(world, ['4']))));
  });
});

describe('a file that decompresses to far more than its size', () => {
  it('fails before it fills the disk, and leaves no file behind', { tags: 'slow' }, async () => {
    let bomb = Buffer.concat([gzipSync(rowsOf(world, ['1'])), gzipSync(Buffer.alloc(40 * 2 ** 20, '\n'))]);
    let id = (await imported(bomb)).id;
    expect(await importNow(ada, id)).toMatchObject({ status: 'failed', reason: 'import-file-is-packed-too-tightly' });
    expect(filesNow()).not.toContain(id);
  });
});

describe('files on the disk', () => {
  it('are kept while their upload ends at the same time as old files are removed', async () => {
    let place = path.join(world.folder, 'swept');
    let files = createImportFiles(place);
    let nothingKnown = async () => ({ files: new Set<string>(), logs: new Set<string>() });
    let file = async function* () {
      yield Buffer.from('{}\n');
    };
    let arrived = (id: string, record: () => Promise<void>) => files.save(id, file(), record);
    await arrived('without-record', () => files.sweep(nothingKnown));
    expect(readdirSync(place)).toEqual(['without-record']);
    await files.sweep(async () => {
      await arrived('recorded-meanwhile', async () => {});
      return nothingKnown();
    });
    expect(readdirSync(place)).toEqual(['recorded-meanwhile']);
  });

  it('are deleted a day later if the import was not started, and when their owner is deleted', async () => {
    let other = await createWorld();
    try {
      let grace = await other.as('grace');
      let place = path.join(other.folder, 'imports');
      let forgotten = (await upload(other, await other.as('ada'), rowsOf(other, ['1']))).body.id;
      let hers = (await upload(other, grace, rowsOf(other, ['1']), { owner: 'grace' })).body.id;
      await other.gateway.imports.run();
      expect(readdirSync(place).sort()).toEqual([forgotten, hers].sort());
      await other.records.deleteFrom('event_imports').where('id', '=', hers).execute();
      other.later(25 * 3_600_000);
      await other.gateway.imports.run();
      expect(readdirSync(place)).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
