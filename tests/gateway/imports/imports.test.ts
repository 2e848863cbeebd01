/** Imports of exported events: over the API, into another installation and into the same one. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { companiesApi } from 'contract/companies/companies';
import { importsApi } from 'contract/exports/imports';
import { dayMs } from 'contract/floor/time';
import { queryLimit } from 'gateway/floor/calls/work-limits';
import { whoMay } from 'tests/support/authorization';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';
import {
  eventsOf,
  exported,
  createArtifacts,
  ofAda,
  rowsOf,
  send,
  withoutArtifactIds,
  type ArtifactIds,
} from './import-world';

whoMay([importsApi.importEvents]);

describe('a file from another installation', () => {
  let [from, to]: World[] = [];
  let [there, here]: Caller[] = [];
  let fromIds: ArtifactIds;
  let toIds: typeof fromIds;

  beforeAll(async () => {
    [from, to] = [await createWorld(), await createWorld()];
    [there, here] = [await from.as('ada'), await to.as('ada')];
    [fromIds, toIds] = [await createArtifacts(there), await createArtifacts(here)];
    await from.events.append(eventsOf(fromIds, from.now(), from.ids.get('ada')!));
  });
  afterAll(async () => {
    await from?.close();
    await to?.close();
  });

  it('is stored with every field, once, from NDJSON and CSV, however often it is sent', async () => {
    let lines = await exported(there!, 'ndjson');
    let rows = await exported(there!, 'csv');
    expect((await send(to!, here!, lines)).body).toEqual({
      stored: 4,
      known: 0,
      refused: 0,
      last_line: 4,
      is_complete: true,
      errors: [],
    });
    expect(withoutArtifactIds(await exported(here!, 'ndjson'), toIds)).toBe(withoutArtifactIds(lines, fromIds));
    expect(withoutArtifactIds(await exported(here!, 'csv'), toIds)).toBe(withoutArtifactIds(rows, fromIds));
    let again = [...rows].map((letter) => letter);
    expect((await send(to!, here!, again, { format: 'csv' })).body).toMatchObject({ stored: 0, known: 4, refused: 0 });
  });

  it('is stored with every field from CSV', async () => {
    let other = await createWorld();
    try {
      let caller = await other.as('ada');
      let ids = await createArtifacts(caller);
      let rows = await exported(there!, 'csv');
      let { body } = await send(other, caller, rows, { format: 'csv' });
      expect(body).toMatchObject({ stored: 4, is_complete: true, errors: [] });
      expect(body.last_line).toBe(rows.split('\n').length - 1);
      expect(withoutArtifactIds(await exported(caller, 'csv'), ids)).toBe(withoutArtifactIds(rows, fromIds));
    } finally {
      await other.close();
    }
  });

  it(
    'counts once when it is sent twice at the same time: one import is refused or finds the events stored',
    { tags: 'slow' },
    async () => {
      // Those of earlier tests are there, also where this one runs alone.
      await send(to!, here!, await exported(there!, 'ndjson'));
      let events = Array.from({ length: 1_200 }, (_, i) =>
        madeEvent({ artifactId: fromIds.engine, ownerId: from!.ids.get('ada')!, time: from!.now() - i }),
      );
      await from!.events.append(events);
      let lines = await exported(there!, 'ndjson');
      let before = (await to!.events.state()).count;
      let answers = await Promise.all([send(to!, here!, lines), send(to!, here!, lines)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
      expect((await send(to!, here!, lines)).body).toMatchObject({ stored: 0, known: 1_204 });
      expect((await to!.events.state()).count).toBe(before + 1_200);
    },
  );

  it('keeps visitor ids apart from those of this installation', async () => {
    let now = to!.now();
    let month = new Date(now).toISOString().slice(0, 7);
    let own = `${new Date(now).toISOString().slice(0, 19)}Z/2999-01-01`;
    let about = {
      artifactId: toIds.notes,
      ownerId: to!.ids.get('ada')!,
      time: now - 1_000,
      originId: 5n,
      endpointId: 5n,
    };
    let row = (idPeriod: string) => {
      let { id } = madeEvent(about);
      return JSON.stringify({
        id,
        type: 'binary-download',
        package: 'ada/notes',
        time: new Date(now - 1_000).toISOString(),
        origin_id: 'h0000000000000005',
        endpoint_id: 'h0000000000000005',
        id_period: idPeriod,
        version: 'periods',
      });
    };
    await send(
      to!,
      here!,
      [row(own), row(''), row('2020-01-01T00:00:00Z/..'), row('2020-01-01T00:00:00Z/2020-02-01')].map(
        (one) => `${one}\n`,
      ),
    );
    await send(to!, here!, `${row('2020-01-01T00:00:00Z/..')}\n`, { query: '?source=old.example' });
    let periods = (await exported(here!, 'ndjson'))
      .split('\n')
      .filter((line) => line.includes('"periods"'))
      .map((line) => (JSON.parse(line) as { id_period: string }).id_period);
    let [begin, end] = own.split('/');
    expect(month).toBe(own.slice(0, 7));
    expect(periods).toEqual([
      `${begin} imported/${end}`,
      '/imported',
      '2020-01-01T00:00:00Z imported/..',
      '2020-01-01T00:00:00Z/2020-02-01',
      '2020-01-01T00:00:00Z old.example/..',
    ]);
  });
});

describe('an import', () => {
  let world: World;
  let ada: Caller;
  let engine: string;
  beforeAll(async () => {
    world = await createWorld();
    ada = await world.as('ada');
    ({ engine } = await createArtifacts(ada));
  });
  afterAll(() => world.close());

  it('makes the first date of a company earlier', async () => {
    let about = {
      artifactId: engine,
      ownerId: world.ids.get('ada')!,
      companyName: 'Acme',
      companyDomain: 'acme.example',
    };
    let sure = { ...about, connectionType: 'business' as const, confidence: 0.9 };
    await world.events.append([madeEvent({ ...sure, time: world.now() - dayMs })]);
    let first = async () => (await ada.ask(companiesApi.getCompanies, ofAda)).results[0]?.first_seen;
    let before = await first();
    let time = new Date(Math.floor((world.now() - 9 * dayMs) / 1_000) * 1_000).toISOString();
    let row = { id: madeEvent({ ...sure, time: 0 }).id, type: 'binary-download', package: 'engine', time };
    let company = { origin_company: 'Acme', origin_domain: 'acme.example', origin_connection_type: 'business' };
    let { body } = await send(world, ada, `${JSON.stringify({ ...row, ...company, confidence: 0.9 })}\n`);
    expect(body).toMatchObject({ stored: 1, errors: [] });
    expect(before).not.toBeUndefined();
    expect(Date.parse((await first())!)).toBeLessThan(Date.parse(before!));
    expect((await first())!.slice(0, 10)).toBe(time.slice(0, 10));
  });

  it('does not wait for report queries, however long they take', async () => {
    let { aggregate } = world.events;
    let release = () => {};
    let released = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    world.events.aggregate = async (query) => {
      begun += 1;
      await released;
      return aggregate(query);
    };
    let asking = Array.from({ length: 12 }, () => ada.call(aggregationsApi.exportEntityAggregations, ofAda));
    try {
      await vi.waitFor(() => expect(begun).toBeGreaterThanOrEqual(queryLimit.atOnceOfOne), 30_000);
      let versions = Array.from({ length: 600 }, (_, i) => String(i));
      expect((await send(world, ada, rowsOf(world, versions))).body).toMatchObject({ stored: 600 });
    } finally {
      release();
      world.events.aggregate = aggregate;
    }
    expect((await Promise.all(asking)).map(({ status }) => status)).toEqual(asking.map(() => 200));
  });

  it('is refused as a third one at once, even of an owner without running imports', async () => {
    let owners = ['grace', 'linus', 'mary'] as const;
    let ends: (() => void)[] = [];
    let calls = await Promise.all(
      owners.map(async (owner) => {
        let { token } = await world.as(owner);
        let body = new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) });
        let headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
        let given = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
        return new Request(`http://gateway.invalid/v2/imports/${owner}`, given);
      }),
    );
    let answers = calls.map((call) => world.gateway.api(call));
    let refused = await Promise.race(answers);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'server-is-busy']);
    for (let end of ends) end();
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 200, 503]);
  });
});
