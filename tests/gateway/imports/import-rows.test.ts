/** Rows of a file that are not stored: invalid, erased, or too old. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasureApi } from 'contract/exports/erasure';
import { eventRetentionApi } from 'contract/exports/event-retention';
import { importsApi } from 'contract/exports/imports';
import { packagesApi } from 'contract/packages/packages';
import { dayMs } from 'contract/floor/time';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { readLines } from 'gateway/imports/lines';
import { createCsvRows } from 'gateway/imports/rows';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { eventsOf, exported, createArtifacts, ofAda, send, type ArtifactIds } from './import-world';

describe('invalid rows', () => {
  let world: World;
  let caller: Caller;
  let ids: ArtifactIds;
  beforeAll(async () => {
    world = await createWorld();
    caller = await world.as('ada');
    ids = await createArtifacts(caller);
  });
  afterAll(() => world.close());

  /** A row that can be stored, with some of its values changed. */
  function row(more: Record<string, unknown> = {}): string {
    let { id } = madeEvent({ artifactId: ids.engine, time: 0 });
    let time = new Date(world.now() - dayMs).toISOString();
    return `${JSON.stringify({ id, type: 'binary-download', package: 'engine', time, ...more })}\n`;
  }

  it.each([
    [{ package: 'nothing' }, 'package'],
    [{ package: '' }, 'package'],
    [{ pixel: 'Docs, "part 1"' }, 'package'],
    [{ id: 'one' }, 'id'],
    [{ type: 'look' }, 'type'],
    [{ type: 'pixel-fetch' }, 'type'],
    [{ time: 'yesterday' }, 'time'],
    [{ time: '2999-01-01T00:00:00Z' }, 'time'],
    [{ confidence: 2 }, 'confidence'],
    [{ origin_latitude: 'north' }, 'origin_latitude'],
    [{ origin_id: '17' }, 'origin_id'],
    [{ origin_id: 'h0000000000000001', id_period: 'may' }, 'id_period'],
    [{ variables: { a: 1 } }, 'variables'],
    [{ version: 'a\0b' }, 'version'],
    [{ dnt: 'no' }, 'dnt'],
    [{ dnt: true, origin_country: 'NL' }, 'dnt'],
    [{ origin_connection_type: 'home' }, 'origin_connection_type'],
    [{ colour: 'red' }, ''],
  ])('are refused by their line: %j', async (more, field) => {
    let { body } = await send(world, caller, row() + row(more) + row());
    expect(body).toMatchObject({ stored: 2, refused: 1, last_line: 3, is_complete: true });
    expect(body.errors).toEqual([{ line: 2, field, message: expect.any(String) as string }]);
  });

  it('with half a surrogate pair are stored without it, and reports go on', async () => {
    let half = String.raw`\ud800`;
    let odd = row({ variables: { 'half-HALF': 'HALF' }, version: 'HALF' }).replaceAll('HALF', half);
    expect((await send(world, caller, odd)).body).toMatchObject({ stored: 1, refused: 0 });
    let event = madeEvent({ artifactId: ids.engine, time: world.now() - dayMs, variables: { 'half-x': 'x\ud800' } });
    await world.events.append([event]);
    let of = {
      params: { owner: 'ada' },
      query: { rollup: 'total', breakdown_set: ['by-variable'], package_id: 'all' },
    };
    let rows = await caller.ask(aggregationsApi.exportEntityAggregations, of as never);
    let found = rows.filter(({ variable }) => variable?.startsWith('half'));
    expect(found.map(({ variable, value }) => [variable, value]).sort()).toEqual([
      ['half-x', 'x\ufffd'],
      ['half-\ufffd', '\ufffd'],
    ]);
  });

  it('are refused when they are not JSON, and when they are too long', async () => {
    let { body } = await send(world, caller, ['{\n\n', 'x'.repeat(70_000), 'x'.repeat(70_000), `\n${row()}`]);
    expect(body).toMatchObject({ stored: 1, refused: 2, last_line: 4, is_complete: true });
    expect(body.errors.map(({ line }) => line)).toEqual([1, 3]);
  });

  it('are counted, and the first hundred are listed', async () => {
    let { body } = await send(world, caller, row({ id: 'x' }).repeat(150));
    expect([body.refused, body.errors.length]).toEqual([150, 100]);
  });

  it('of CSV are refused when the number of cells or a quote is wrong', async () => {
    let head = 'id,type,package,time,version';
    let good = (version: string) => {
      let { id } = madeEvent({ artifactId: ids.engine, time: 0 });
      return `${id},binary-download,engine,${new Date(world.now() - dayMs).toISOString()},${version}`;
    };
    let file = [head, good('1'), good('2,3'), good('a"b'), good('"4\n5"'), good('"6"'), ''].join('\r\n');
    let { body } = await send(world, caller, file, { format: 'csv' });
    expect(body.errors.map(({ line }) => line)).toEqual([3, 4]);
    expect(body).toMatchObject({ stored: 3, refused: 2, last_line: 7 });
  });

  it('of CSV with a quote that stays open take no more time than others', async () => {
    let reader = createCsvRows();
    let before = process.cpuUsage();
    let rows = 0;
    let take = (text: string, number: number) =>
      void (rows += reader.rowsOf({ number, text, isComplete: true }).length);
    take('id,type,package,time', 1);
    for (let round = 0; round < 4; round++) {
      take('"', 2);
      for (let i = 0; i < 32_000; i++) take('x', i + 3);
    }
    rows += reader.end().length;
    let { user, system } = process.cpuUsage(before);
    expect(rows).toBe(4 * 32_001);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });

  it.each([
    ['semicolons', ';', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['semicolons and a line that says so', ';', (text: string) => Buffer.from(`sep=;\r\n${text}`)],
    ['tabs in UTF-16', '\t', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['tabs in UTF-16 of the other order', '\t', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('of CSV that a spreadsheet has saved are read: %s', async (_, separator, bytes) => {
    let { id } = madeEvent({ artifactId: '', time: 0 });
    let columns = { id, type: 'binary-download', package: 'engine', time: '', version: 'Größe "1"', bot: 'FALSCH' };
    let cells: Record<string, string> = {
      ...columns,
      confidence: '0,8',
      time: new Date(world.now() - 1_000).toISOString(),
    };
    let quoted = Object.values(cells).map((cell) => `"${cell.replaceAll('"', '""')}"`);
    let rows = [Object.keys(cells), quoted, Object.keys(cells).map(() => '')].map((row) => row.join(separator));
    let { body } = await send(world, caller, bytes(`${rows.join('\r\n')}\r\n`), { format: 'csv' });
    expect(body).toMatchObject({ stored: 1, refused: 0 });
    let event = (await exported(caller, 'ndjson')).split('\n').find((line) => line.includes(id))!;
    expect(JSON.parse(event)).toMatchObject({ version: 'Größe "1"', bot: false, confidence: 0.8 });
  });

  it('of CSV are all refused when a column name is unknown or missing', async () => {
    let unknown = await send(world, caller, 'id,type,package,time,colour\n', { format: 'csv' });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'import-column-not-known', field: 'colour' } });
    let missing = await send(world, caller, 'id,package,time\n', { format: 'csv' });
    expect(missing).toMatchObject({ status: 422, body: { code: 'import-column-is-missing', field: 'type' } });
  });

  it('a file that is cut off is stored up to its last complete line', async () => {
    let { body } = await send(world, caller, row() + row() + row().slice(0, 40));
    expect(body).toEqual({ stored: 2, known: 0, refused: 0, last_line: 2, is_complete: false, errors: [] });
    let csv = `id,type,package,time,version\n${madeEvent({ artifactId: '', time: 0 }).id},binary-dow`;
    expect((await send(world, caller, csv, { format: 'csv' })).body).toMatchObject({ refused: 0, is_complete: false });
  });

  it('an unknown type of file is refused', async () => {
    expect(await caller.refusal(importsApi.importEvents, ofAda)).toMatchObject({
      status: 415,
      code: 'file-type-not-known',
    });
  });
});

describe('events that must not be stored', () => {
  it('are refused: of an erased company, of a deleted package, and too old ones', async () => {
    let world = await createWorld();
    try {
      let caller = await world.as('ada');
      let ids = await createArtifacts(caller);
      let events = eventsOf(ids, world.now(), world.ids.get('ada')!);
      await world.events.append(events);
      let lines = await exported(caller, 'ndjson');
      await caller.ask(erasureApi.eraseCompany, { params: { owner: 'ada', domain: 'acme.example' } });
      await caller.ask(packagesApi.deletePackage, { params: { owner: 'ada', package_id: ids.notes } });
      await caller.ask(packagesApi.createPackage, {
        ...ofAda,
        body: { type: 'docker', name: 'ada/notes', backend_registry: 'docker.io' },
      });
      await world.gateway.deletions.run();
      let { body } = await send(world, caller, lines);
      expect(body).toMatchObject({ stored: 0, known: 2, refused: 2 });
      expect(body.errors.map(({ field, message }) => [field, /erased/.test(message)])).toEqual([
        ['id', true],
        ['id', true],
      ]);
      await caller.ask(eventRetentionApi.setEventRetention, { ...ofAda, body: { days: 1 } });
      await world.gateway.deletions.run();
      let old = (await send(world, caller, lines)).body;
      expect(old.errors.some(({ field }) => field === 'time')).toBe(true);
      expect(old).toMatchObject({ stored: 0 });
    } finally {
      await world.close();
    }
  });
});

it('lets others have their turn between the parts of a file, however fast these come', async () => {
  let others = 0;
  let isRunning = true;
  function next(): void {
    others += 1;
    if (isRunning) setImmediate(next);
  }
  next();
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* file(): AsyncGenerator<Uint8Array> {
    for (let part = 0; part < 20; part++) yield Buffer.from('x\n'.repeat(10));
  }
  let lines = 0;
  for await (let some of readLines(file())) lines += some.length;
  isRunning = false;
  expect(lines).toBe(200);
  expect(others).toBeGreaterThan(15);
});
