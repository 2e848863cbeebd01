/**
 * Breakdowns by visitor, domain and file, and by values that are not stored in events: importance
 * and funnel stage.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregationsApi, type AggregationRow } from 'contract/analytics/aggregations';
import { packagesApi } from 'contract/packages/packages';
import { dayMs } from 'contract/floor/time';
import { fileExtensionOf } from 'edge/build-event';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { params: { owner: 'ada' } };
const acme = { companyName: 'Acme', companyDomain: 'acme.example', connectionType: 'business' as const };
const cirrus = { companyName: 'Cirrus', companyDomain: 'cirrus.example', connectionType: 'hosting' as const };
const node = {
  runtime: 'Node.js 18',
  installer: 'npm 9.8',
  arch: 'arm64',
  libc: 'musl 1.2',
  ciProvider: 'github-actions',
};
const docker = { type: 'docker' as const, backend_registry: 'docker.io' };

let world: World;
let ada: Caller;
let engine: string;
let notes: string;
let today: number;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body: { ...docker, name: 'engine' } })).id;
  notes = (await ada.ask(packagesApi.createPackage, { ...mine, body: { ...docker, name: 'notes' } })).id;
  let params = { owner: 'ada', package_id: engine };
  await ada.ask(packagesApi.updatePackage, { params, body: { ...docker, name: 'engine', importance: 'high' } });
  today = Math.floor(world.now() / dayMs) * dayMs;
  let one = { artifactId: engine, time: today, originId: 1n, endpointId: 10n };
  await world.events.append([
    madeEvent({ ...one, requestDomain: 'get.example', fileExtension: 'zip', ...node, ...acme, confidence: 0.9 }),
    madeEvent({ ...one, requestDomain: 'get.example', fileExtension: 'tar.gz' }),
    madeEvent({ ...one, artifactId: notes, originId: 2n, requestDomain: 'files.example', ...cirrus, confidence: 0.9 }),
    madeEvent({ ...one, artifactId: notes, originId: 3n, requestDomain: 'files.example', ...acme, confidence: 0.2 }),
  ]);
});
afterAll(() => world.close());

type Query = NonNullable<Parameters<typeof ada.ask<typeof aggregationsApi.exportEntityAggregations>>[1]>['query'];
type Field = keyof AggregationRow;

async function count(query: Query, ...fields: Field[]): Promise<unknown[][]> {
  let rows = await ada.ask(aggregationsApi.exportEntityAggregations, {
    ...mine,
    query: { include_low_confidence: 'true', ...query },
  });
  return rows.map((row) => fields.map((field) => row[field]));
}

describe('counts', () => {
  it('by domain, file extension, endpoint and origin, with ids as in exports', async () => {
    expect(await count({ breakdown_set: 'by-domain' }, 'request_domain', 'total')).toEqual([
      ['files.example', 2],
      ['get.example', 2],
    ]);
    expect(await count({ breakdown_set: 'by-file-extension' }, 'file_extension', 'total')).toEqual([
      ['', 2],
      ['tar.gz', 1],
      ['zip', 1],
    ]);
    for (let [breakdown, field, value] of [
      ['by-runtime', 'runtime', node.runtime],
      ['by-installer', 'installer', node.installer],
      ['by-arch', 'arch', node.arch],
      ['by-libc', 'libc', node.libc],
      ['by-ci-provider', 'ci_provider', node.ciProvider],
    ] as const) {
      expect(await count({ breakdown_set: breakdown }, field, 'total')).toEqual([
        ['', 3],
        [value, 1],
      ]);
      let where = `request_${field}:equals:${value}`;
      expect(await count({ breakdown_set: 'by-company', where: [where] }, 'company_name', 'total')).toEqual([
        ['Acme', 1],
      ]);
    }
    expect(await count({ breakdown_set: 'by-endpoint' }, 'endpoint_id', 'total', 'unique_origins')).toEqual([
      ['h000000000000000a', 4, 3],
    ]);
    expect(await count({ breakdown_set: 'by-origin,by-domain', limit: 1 }, 'origin_id', 'request_domain')).toEqual([
      ['h0000000000000001', 'get.example'],
    ]);
  });

  it('by importance, which is the current one of the package, with exact unique counts', async () => {
    let fields = ['importance', 'total', 'unique_origins'] as const;
    expect(await count({ breakdown_set: 'by-importance' }, ...fields)).toEqual([
      ['high', 2, 1],
      ['mid', 2, 2],
    ]);
    expect(await count({ breakdown_set: 'by-importance', limit: 1 }, ...fields)).toHaveLength(1);
    let params = { owner: 'ada', package_id: notes };
    await ada.ask(packagesApi.updatePackage, { params, body: { ...docker, name: 'notes', importance: 'high' } });
    expect(await count({ breakdown_set: 'by-importance' }, ...fields)).toEqual([['high', 4, 3]]);
  });

  it('by the current funnel stage of the company; empty for events without a company and for cloud machines', async () => {
    let query = { breakdown_set: 'by-company-funnel-stage' };
    let fields = ['company_funnel_stage', 'total'] as const;
    expect(await count(query, ...fields)).toEqual([
      ['', 2],
      ['investigation', 2],
    ]);
    expect(await count({ ...query, include_low_confidence: 'false' }, ...fields)).toEqual([
      ['', 2],
      ['investigation', 1],
    ]);
    let both = { breakdown_set: 'by-company-funnel-stage,by-domain', rollup: 'daily' as const };
    let sum = (rows: unknown[][]) => rows.reduce((all, [total]) => all + Number(total), 0);
    expect(sum(await count(both, 'total'))).toBe(4);
  });

  it('as of an earlier event, also by funnel stage', async () => {
    let { headers } = await ada.call(aggregationsApi.exportEntityAggregations, mine);
    let last_event = Number(headers.get('x-last-event'));
    let query = { breakdown_set: 'by-company-funnel-stage,by-importance', last_event };
    let before = await count(query, 'company_funnel_stage', 'importance', 'total');
    let fresh = { companyName: 'Babbage', companyDomain: 'babbage.example', connectionType: 'business' as const };
    await world.events.append([madeEvent({ artifactId: engine, time: today, ...fresh, confidence: 0.9 })]);
    expect(await count(query, 'company_funnel_stage', 'importance', 'total')).toEqual(before);
    let now = await count({ ...query, last_event: undefined }, 'company_funnel_stage', 'importance', 'total');
    expect(now).not.toEqual(before);
  });
});

it.each([
  ['/engine/1.5.0/engine-linux.ZIP', 'zip'],
  ['/bernoulli/bernoulli.tar.gz', 'tar.gz'],
  ['/simple/pkg-1.0-py3-none-any.whl', 'whl'],
  ['/archive.7z', '7z'],
  ['/engine/tool-1.2.3', ''],
  ['/engine/v2.0rc1', ''],
  ['/.profile', ''],
  ['/latest.d/engine', ''],
])('reads the file extension of %s as "%s"', (path, extension) => {
  expect(fileExtensionOf(path)).toBe(extension);
});

it('leaves matches of low confidence out of companies by default', async () => {
  let query = { package_id: [notes], breakdown_set: 'by-company' };
  let [row] = await ada.ask(aggregationsApi.exportEntityAggregations, { ...mine, query });
  expect(row).toMatchObject({ total: 1 });
});
