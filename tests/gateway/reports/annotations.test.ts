/** Annotations over the API: written, listed, changed, deleted, and what becomes of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { annotationsApi } from 'contract/analytics/annotations';
import { auditApi } from 'contract/admin/audit';
import { annotationsPerOwnerMax } from 'gateway/reports/analytics/annotations';
import { packagesApi } from 'contract/packages/packages';
import { dayOf } from 'contract/floor/time';
import { tokensApi } from 'contract/accounts/tokens';
import { whoMay } from '../../support/authorization';
import { createWorld, type Caller, type World } from '../../support/world';

const { changeAnnotation, createAnnotation, deleteAnnotation, getAnnotation, getAnnotations } = annotationsApi;
const labs = { params: { owner: 'hopper-labs' } };

let world: World;
let grace: Caller;
let mary: Caller;
let engine: string;

beforeAll(async () => {
  world = await createWorld();
  [grace, mary] = await Promise.all([world.as('grace'), world.as('mary')]);
  engine = await made('engine');
});
afterAll(() => world.close());
beforeEach(async () => void (await world.records.deleteFrom('annotations').execute()));

async function made(name: string): Promise<string> {
  let body = { type: 'docker' as const, name, backend_registry: 'ghcr.io' };
  return (await grace.ask(packagesApi.createPackage, { ...labs, body })).id;
}

function write(day: string, text: string, more: { package_id?: string | null; by?: Caller } = {}) {
  let { package_id = null, by = grace } = more;
  return by.ask(createAnnotation, { ...labs, body: { day, text, package_id } });
}

const one = (id: string) => ({ params: { owner: 'hopper-labs', annotation_id: id } });

async function listed(query: Parameters<typeof grace.ask<typeof getAnnotations>>[1] & object) {
  let { results } = await grace.ask(getAnnotations, { ...labs, ...query });
  return results.map(({ text }) => text);
}

describe('an annotation', () => {
  // @spec 7: Annotations of days: written, listed, changed and deleted; charts show them
  it('has its day, text, package, author and time', async () => {
    let about = await write('2026-11-03', '  Launch\n\tpost ', { package_id: engine });
    expect(about).toEqual({
      id: about.id,
      day: '2026-11-03',
      text: 'Launch post',
      package_id: engine,
      package_name: 'engine',
      created_by: 'grace',
      created_at: expect.stringContaining(dayOf(world.now())) as string,
      updated_at: about.created_at,
    });
    expect(await grace.ask(getAnnotation, one(about.id))).toEqual(about);
  });

  it('is changed by another admin, and keeps its author', async () => {
    let { id } = await write('2026-11-03', 'Launch');
    let body = { day: '2026-11-04', text: 'Launch, a day later', package_id: engine };
    let changed = await mary.ask(changeAnnotation, { ...one(id), body });
    expect(changed).toMatchObject({ id, ...body, created_by: 'grace' });
    await mary.ask(deleteAnnotation, one(id));
    expect(await grace.refusal(getAnnotation, one(id))).toMatchObject({ status: 404, code: 'annotation-not-found' });
    expect(await mary.refusal(deleteAnnotation, one(id))).toMatchObject({ code: 'annotation-not-found' });
    expect(await mary.refusal(changeAnnotation, { ...one(id), body })).toMatchObject({ code: 'annotation-not-found' });
    let action = ['annotation-created', 'annotation-changed', 'annotation-deleted'] as const;
    let { results } = await grace.ask(auditApi.getAuditEvents, {
      ...labs,
      query: { action: [...action], per_page: 3 },
    });
    expect(results.map(({ actor, target }) => [actor, target])).toEqual([
      ['mary', '2026-11-04: Launch, a day later'],
      ['mary', '2026-11-03: Launch → 2026-11-04: Launch, a day later'],
      ['grace', '2026-11-03: Launch'],
    ]);
  });

  it.each([
    [{ day: '2026-02-30' }, 'annotation-day-is-invalid', 'day'],
    [{ day: 'yesterday' }, 'annotation-day-is-invalid', 'day'],
    [{ day: '1999-12-31' }, 'annotation-day-is-invalid', 'day'],
    [{ text: ' ' }, 'field-is-required', 'text'],
    [{ text: 'x'.repeat(141) }, 'field-is-too-long', 'text'],
    [{ package_id: 'nobody' }, 'package-not-found', undefined],
  ])('is refused with %j', async (wrong, code, field) => {
    let body = { day: '2026-11-03', text: 'Launch', package_id: null, ...wrong };
    expect(await grace.refusal(createAnnotation, { ...labs, body })).toMatchObject({ code, ...(field && { field }) });
    let { id } = await write('2026-11-03', 'Launch');
    expect(await grace.refusal(changeAnnotation, { ...one(id), body })).toMatchObject({ code });
  });

  it('of another owner is not found', async () => {
    let { id } = await write('2026-11-03', 'Launch');
    let foreign = { params: { owner: 'ada', annotation_id: id } };
    let ada = await world.as('ada');
    expect(await ada.refusal(getAnnotation, foreign)).toMatchObject({ code: 'annotation-not-found' });
    expect(await ada.refusal(deleteAnnotation, foreign)).toMatchObject({ code: 'annotation-not-found' });
    expect(await listed({})).toEqual(['Launch']);
  });
});

describe('the list', () => {
  beforeEach(async () => {
    await write('2026-11-03', 'Launch post', { package_id: engine });
    await write('2026-11-05', 'Talk: 100 % done');
    await write('2026-11-05', 'Second talk');
    await write('2026-10-01', 'Other launch', { package_id: await aPackage() });
  });

  let other: string | undefined;
  async function aPackage(): Promise<string> {
    return (other ??= await made('other'));
  }

  it('has the newest day first, and of a day what was written last', async () => {
    expect(await listed({})).toEqual(['Second talk', 'Talk: 100 % done', 'Launch post', 'Other launch']);
  });

  it('continues after the last one of a page', async () => {
    let { results, total, _links } = await grace.ask(getAnnotations, { ...labs, query: { per_page: 2 } });
    expect([total, _links.next]).toEqual([4, expect.stringContaining(`after=${results[1]!.id}`)]);
    expect(await listed({ query: { per_page: 2, after: results[1]!.id } })).toEqual(['Launch post', 'Other launch']);
    expect(await listed({ query: { per_page: 2, page: 2 } })).toEqual(['Launch post', 'Other launch']);
  });

  it('is of some days, of some packages and all, and of a part of the text', async () => {
    expect(await listed({ query: { start_date: '2026-11-03', end_date: '2026-11-04' } })).toEqual(['Launch post']);
    expect(await listed({ query: { package_id: engine } })).toEqual(['Second talk', 'Talk: 100 % done', 'Launch post']);
    expect(await listed({ query: { package_id: 'none' } })).toEqual(['Second talk', 'Talk: 100 % done']);
    expect(await listed({ query: { search: 'LAUNCH' } })).toEqual(['Launch post', 'Other launch']);
    expect(await listed({ query: { search: '0 %' } })).toEqual(['Talk: 100 % done']);
    expect(await listed({ query: { search: '_' } })).toEqual([]);
  });

  it('is found by a part of its text in any case of its letters', async () => {
    await write('2026-11-09', 'Österreich ist dabei');
    for (let search of ['Österreich', 'österreich', 'ÖSTERREICH IST'])
      expect(await listed({ query: { search } })).toEqual(['Österreich ist dabei']);
    expect(await listed({ query: { search: 'Ä' } })).toEqual([]);
  });
});

describe('annotations of what is deleted', () => {
  it('go with their package, and others stay', async () => {
    let gone = await made('gone');
    await write('2026-11-03', 'Of a package', { package_id: gone });
    await write('2026-11-03', 'Of all');
    await grace.ask(packagesApi.deletePackage, { params: { owner: 'hopper-labs', package_id: gone } });
    expect(await listed({})).toEqual(['Of all']);
  });

  it('stay without their author', async () => {
    await write('2026-11-03', 'By mary', { by: mary });
    await mary.ask(accountApi.deleteUser, { params: { username: 'mary' } });
    let { results } = await grace.ask(getAnnotations, labs);
    expect(results).toMatchObject([{ text: 'By mary', created_by: null }]);
  });
});

it('there are a thousand of an owner, and no more', async () => {
  let { id: _id, ...row } = (await world.records
    .selectFrom('annotations')
    .selectAll()
    .where('id', '=', (await write('2026-11-03', 'First')).id)
    .executeTakeFirst())!;
  let rows = Array.from({ length: annotationsPerOwnerMax - 1 }, (_, i) => ({ ...row, id: `made ${i}` }));
  await world.records.insertInto('annotations').values(rows).execute();
  let body = { day: '2026-11-03', text: 'One more' };
  expect(await grace.refusal(createAnnotation, { ...labs, body })).toMatchObject({ code: 'too-many-annotations' });
});

it('a token reads with its scope, and writes with another', async () => {
  let { id } = await write('2026-11-03', 'Launch');
  let tokenFor = async (scope: 'read' | 'write') => {
    let body = { name: scope, scopes: [scope] };
    return world.with((await grace.ask(tokensApi.createApiToken, { params: { username: 'grace' }, body })).token);
  };
  let [reader, writer] = [await tokenFor('read'), await tokenFor('write')];
  expect((await reader.ask(getAnnotations, labs)).total).toBe(1);
  expect(await reader.refusal(deleteAnnotation, one(id))).toMatchObject({ code: 'token-scope-not-granted' });
  await writer.ask(deleteAnnotation, one(id));
  expect(await listed({})).toEqual([]);
});

whoMay(Object.values(annotationsApi));
