/**
 * Search fields: they ignore case, with the same result on every engine.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrationApi } from 'contract/admin/administration';
import { annotationsApi } from 'contract/analytics/annotations';
import { companiesApi } from 'contract/companies/companies';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { searchApi } from 'contract/packages/search';
import { dayMs } from 'contract/floor/time';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const names = [
  'Österreich',
  'ΟΔΟΣΤΡΩΜΑ',
  'Straße',
  'Москва',
  'İzmir',
  'izmit',
  'Łódź',
  'ÅNGSTRÖM',
  '100 % (Ö)',
  'INGRID',
];
const params = { owner: 'ada' };

let world: World;
let ada: Caller;
let root: Caller;

beforeAll(async () => {
  world = await createWorld();
  [ada, root] = await Promise.all([world.as('ada'), world.as('root')]);
  for (let name of names) {
    await ada.ask(pixelsApi.createTrackingPixel, { params, body: { name } });
    await ada.ask(annotationsApi.createAnnotation, {
      params,
      body: { day: '2026-01-02', text: name, package_id: null },
    });
  }
  let file = { type: 'file' as const, incoming_path: '/{v}', outgoing_url: 'https://files.example/{v}' };
  let ids: string[] = [];
  for (let name of packageNames)
    ids.push(
      (
        await ada.ask(packagesApi.createPackage, {
          params,
          body: { ...file, name, incoming_path: `/${ids.length}/{v}` },
        })
      ).id,
    );
  let company = (companyName: string, i: number) =>
    madeEvent({
      artifactId: ids[0]!,
      ownerId: world.ids.get('ada')!,
      time: world.now() - dayMs - i * 1_000,
      originId: BigInt(i + 1),
      companyName,
      companyDomain: `c${i}.example`,
      confidence: 0.9,
    });
  await world.events.append(names.map(company));
});
afterAll(() => world.close());

const packageNames = names.filter((name) => /^[\p{L}\p{N} ]+$/u.test(name));

const typed: [typed: string, found: string[]][] = [
  ['österreich', ['Österreich']],
  ['ÖSTER', ['Österreich']],
  ['O\u0308ster', ['Österreich']],
  // The last letter of a word has another lower case than the same letter within it.
  ['οδος', ['ΟΔΟΣΤΡΩΜΑ']],
  ['ΟΔΟΣ', ['ΟΔΟΣΤΡΩΜΑ']],
  ['STRAẞE', ['Straße']],
  ['москв', ['Москва']],
  ['МОСК', ['Москва']],
  ['İZM', ['İzmir']],
  ['IZM', ['izmit']],
  ['ingrid', ['INGRID']],
  ['ŁÓDŹ', ['Łódź']],
  ['ångström', ['ÅNGSTRÖM']],
  ['A\u030angstro\u0308m', ['ÅNGSTRÖM']],
];

describe.each(typed)('%s finds', (query, found) => {
  it('pixels and packages', async () => {
    let { results } = await ada.ask(searchApi.search, { body: { query } });
    let pixels = results.flatMap((one) => (one.type === 'package' ? [] : [one['tracking-pixel'].name]));
    let packages = results.flatMap((one) => (one.type === 'package' ? [one.package.name] : []));
    expect(pixels).toEqual(found);
    expect(packages).toEqual(found.filter((name) => packageNames.includes(name)));
  });

  it('annotations', async () => {
    let { results } = await ada.ask(annotationsApi.getAnnotations, { params, query: { search: query } });
    expect(results.map(({ text }) => text)).toEqual(found);
  });

  it('companies', async () => {
    let { results } = await ada.ask(companiesApi.getCompanies, { params, query: { search: query } });
    expect(results.map(({ company_name }) => company_name)).toEqual(found);
  });

  it('people', async () => {
    for (let last_name of names) {
      await world.records.updateTable('users').set({ last_name }).where('email', '=', 'linus@example.com').execute();
      let { results } = await root.ask(administrationApi.getOwners, { query: { q: query } });
      expect(results.map(({ name }) => name)).toEqual(found.includes(last_name) ? ['linus'] : []);
    }
  });
});

it('characters that patterns give a meaning are plain ones', async () => {
  let count = async (query: string) => (await ada.ask(searchApi.search, { body: { query } })).results.length;
  for (let query of ['% (ö', '(Ö)', '100 %']) expect(await count(query)).toBe(1);
  for (let query of ['ö.', '_', 'Ö%', '(ö|ą)']) expect(await count(query)).toBe(0);
});
