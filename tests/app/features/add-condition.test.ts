/** Conditions that are added to a report by a form. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConditions } from 'app/features/filters/conditions.server';
import { loader as addCondition } from 'app/routes/_app.filters.$owner.add-condition';
import { packagesApi } from 'contract/packages/packages';
import { type Browser, browserOf, redirectOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

describe('with conditions of a key', () => {
  let curl = 'request_client:equals:curl';
  let wget = 'request_client:equals:wget';
  let linux = 'request_platform:equals:linux';

  test.each([
    ['other keys stay', [linux], [curl], [linux, curl]],
    ['values of one operator are alternatives, the newest at the end', [curl, linux], [wget], [linux, curl, wget]],
    ['the unknown value is one of them', [curl], ['request_client:is-empty'], [curl, 'request_client:is-empty']],
    [
      'another operator replaces them',
      [curl, wget, linux],
      ['request_client:contains:u'],
      [linux, 'request_client:contains:u'],
    ],
    ['nothing is said twice', [curl], [curl], [curl]],
    ['what cannot be read goes', ['nothing'], [curl], [curl]],
  ])('%s', (_, given, added, all) => {
    expect(withConditions(given, added)).toEqual(all);
  });

  test('too many replace none', () => {
    let many = Array.from({ length: 20 }, (_, i) => `request_client:equals:${i}`);
    expect(withConditions(many, [curl])).toEqual([...many, curl]);
  });
});

describe('the form', () => {
  const owner = 'hopper-labs';
  let world: World;
  let grace: Browser;
  let engine: string;

  beforeAll(async () => {
    world = await createWorld();
    grace = await browserOf(world, 'grace');
    let maker = await world.as('grace');
    let create = (name: string) => {
      let body = { type: 'docker' as const, name, backend_registry: 'docker.io' };
      return maker.ask(packagesApi.createPackage, { params: { owner }, body });
    };
    engine = (await create('engine')).id;
    let { id: other } = await create('other');
    let ownerId = world.ids.get(owner) ?? '';
    let about = { ownerId, artifactId: engine, country: 'DE', client: 'curl' };
    let day = 86_400_000;
    await world.events.append([
      madeEvent({ ...about, time: world.now() }),
      madeEvent({ ...about, artifactId: other, client: 'wget', time: world.now() }),
      madeEvent({ ...about, client: 'npm', time: world.now() - 20 * day }),
    ]);
  });
  afterAll(() => world.close());

  let report = `/analytics/${owner}?range=last-7-days&where=request_platform%3Aequals%3Alinux&page=2`;
  let asked = (fields: Record<string, string>) => `/?${new URLSearchParams({ next: report, ...fields }).toString()}`;
  let whereOf = async (fields: Record<string, string>) => {
    let { to } = redirectOf(await grace.open(addCondition, { owner }, asked(fields)).then(String, (thrown) => thrown));
    let { pathname, searchParams, hash } = new URL(to ?? '', 'http://dashboard');
    expect([pathname, searchParams.get('range'), searchParams.get('page'), hash]).toEqual([
      `/analytics/${owner}`,
      'last-7-days',
      null,
      '#conditions',
    ]);
    return searchParams.getAll('where').slice(1);
  };

  test('leads to the report with the condition', async () => {
    expect(await whereOf({ key: 'request_client', op: 'contains', value: ' u ' })).toEqual([
      'request_client:contains:u',
    ]);
    expect(await whereOf({ key: 'request_client', op: 'is-empty' })).toEqual(['request_client:is-empty']);
  });

  test('takes several values, and what people call them', async () => {
    expect(await whereOf({ key: 'request_client', value: 'curl, "a, b"' })).toEqual([
      'request_client:equals:curl',
      'request_client:equals:a, b',
    ]);
    let countries = { key: 'request_origin_country', op: 'not-equals', value: 'germany, FR' };
    expect(await whereOf(countries)).toEqual([
      'request_origin_country:not-equals:DE',
      'request_origin_country:not-equals:FR',
    ]);
  });

  test('without a value has those of the range and the package', async () => {
    let seenOf = async (fields: Record<string, string>) => {
      let page = await grace.open(addCondition, { owner }, asked({ key: 'request_client', ...fields }));
      return page.seen.request_client?.map(({ value }) => value).sort();
    };
    expect(await seenOf({})).toEqual(['curl', 'wget']);
    expect(await seenOf({ package: engine })).toEqual(['curl']);
    expect(await seenOf({ next: `/analytics/${owner}?range=last-30-days` })).toEqual(['curl', 'npm', 'wget']);
  });

  test('keeps what is refused, and leads to no other site', async () => {
    let value = 'x'.repeat(2_000);
    let page = await grace.open(
      addCondition,
      { owner },
      asked({ key: 'request_client', value, next: '//evil.example' }),
    );
    expect(page).toMatchObject({ given: { key: 'request_client', op: 'equals', value }, error: expect.any(String) });
    expect(page.kept.next).not.toContain('evil');
    let unknown = await grace.open(addCondition, { owner }, asked({ key: 'shoe_size', op: 'like', value: '44' }));
    expect(unknown.given).toEqual({ key: '', op: 'equals', value: '44' });
  });
});
