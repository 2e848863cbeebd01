/** Variables that an earlier version stored with half a surrogate pair. */
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { packagesApi } from 'contract/packages/packages';
import { dayMs } from 'contract/floor/time';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type World } from 'tests/support/world';

let world: World;
let file: DuckDBInstance;
beforeAll(async () => {
  let opening = vi.spyOn(DuckDBInstance, 'create');
  world = await createWorld();
  file = (await opening.mock.results.at(-1)!.value) as DuckDBInstance;
  opening.mockRestore();
});
afterAll(() => world.close());

it.skipIf(process.env.TEST_EVENTS_URL)('end no report', async () => {
  let ada = await world.as('ada');
  let params = { owner: 'ada' };
  let body = { type: 'file' as const, name: 'engine', incoming_path: '/engine/{v}' };
  let { id } = await ada.ask(packagesApi.createPackage, { params, body });
  let time = world.now() - dayMs;
  await world.events.append(
    ['linux', 'broken'].map((os, i) => madeEvent({ artifactId: id, time: time + i, variables: { os } })),
  );
  let connection = await file.connect();
  await connection.run(String.raw`UPDATE events SET variables = '{"os":"\ud800"}' WHERE contains(variables, 'broken')`);
  connection.closeSync();
  for (let breakdown of ['by-variable', 'by-variable-name'] as const) {
    let query = { rollup: 'total', breakdown_set: [breakdown], package_id: ['all'] } as const;
    let rows = await ada.ask(aggregationsApi.exportEntityAggregations, { params, query: query as never });
    let found = rows.filter(({ variable, value }) => variable === 'os' && (value ?? 'linux') === 'linux');
    expect([breakdown, found]).toEqual([breakdown, [expect.objectContaining({ variable: 'os' })]]);
  }
});
