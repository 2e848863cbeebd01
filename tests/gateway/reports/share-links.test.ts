/** Share links: what they show and what never, passwords, ends, and who makes them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { tokensApi } from 'contract/accounts/tokens';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { organizationsApi } from 'contract/organizations/organizations';
import { pixelsApi } from 'contract/packages/pixels';
import { shareLinksApi, ShareLink } from 'contract/analytics/share-links';
import type { CallOf } from 'contract/rules/route';
import { dayMs, dayOf, hourMs, minuteMs } from 'contract/floor/time';
import { whoMay } from 'tests/support/authorization';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { createShareLink, endShareLink, getPublicShare, getShareLinks, openPublicShare } = shareLinksApi;
const owner = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let visitor: Caller;
let engine: string;
let today: number;

beforeAll(async () => {
  world = await createWorld({
    attemptLimits: { sharesPerAddress: 60, passwordsPerShareReader: 3, passwordsPerShare: 5 },
  });
  ada = await world.as('ada');
  visitor = world.with(undefined, '203.0.113.7');
  engine = await madePackage('engine');
  let mill = await madePackage('mill');
  // Noon, so that no test runs into the next day.
  world.later(1.5 * dayMs - (world.now() % dayMs));
  today = Math.floor(world.now() / dayMs) * dayMs;
  let acme = {
    companyName: 'Acme Steam',
    companyDomain: 'acme-steam.example',
    connectionType: 'business' as const,
    confidence: 0.9,
  };
  await world.events.append([
    madeEvent({ artifactId: engine, time: today, version: '1.0.0', platform: 'linux', ...acme }),
    madeEvent({ artifactId: engine, time: today, version: '1.1.0', platform: 'linux', endpointId: 2n, ...acme }),
    madeEvent({ artifactId: engine, time: today - 3 * dayMs, version: '1.1.0', platform: 'windows', endpointId: 3n }),
    madeEvent({ artifactId: engine, time: today - 20 * dayMs, version: '1.1.0', platform: 'linux' }),
    madeEvent({ artifactId: engine, time: today - 40 * dayMs, version: '1.0.0', platform: 'linux' }),
    madeEvent({ artifactId: mill, time: today, version: '9.0.0', platform: 'linux' }),
  ]);
});
afterAll(() => world.close());

async function madePackage(name: string): Promise<string> {
  let body = { type: 'docker' as const, name, backend_registry: 'docker.io' };
  return (await ada.ask(packagesApi.createPackage, { ...owner, body })).id;
}

type Body = NonNullable<CallOf<typeof createShareLink>['body']>;

async function made(body: Partial<Body> = {}) {
  let link = await ada.ask(createShareLink, { ...owner, body: { title: 'Engine', package_id: engine, ...body } });
  return { ...link, token: link.token! };
}

function at({ token }: { token: string }, query: { days?: number; key?: string; preview?: 'true' } = {}) {
  return { params: { token }, query };
}

describe('a share link', () => {
  it('shows totals, their course and the chosen parts of one package to everybody', async () => {
    let link = await made({ shows: ['versions', 'platforms'] });
    expect(link.url).toMatch(/\/share\/[\w-]{24}$/);
    expect(await visitor.ask(getPublicShare, at(link))).toEqual({
      title: 'Engine',
      counts: 'downloads',
      days: 28,
      longest_days: 365,
      start_date: dayOf(today - 27 * dayMs),
      end_date: dayOf(today),
      step: 'daily',
      first_day: dayOf(today - 27 * dayMs),
      total: 4,
      total_before: 1,
      unique: expect.any(Number) as number,
      unique_before: expect.any(Number) as number,
      until: expect.stringMatching(/T12:00:00\.000Z$/) as string,
      total_change: { now: 4, before: 1, why: expect.stringMatching(/^Not enough history/) as string },
      unique_change: expect.objectContaining({ why: expect.stringMatching(/^Not enough history/) as string }) as object,
      series: [
        { date: dayOf(today - 20 * dayMs), total: 1 },
        { date: dayOf(today - 3 * dayMs), total: 1 },
        { date: dayOf(today), total: 2 },
      ],
      // One network alone has asked for 1.0.0, which may be made up.
      versions: [{ name: '1.1.0', total: 3 }],
      platforms: [
        { name: 'linux', total: 3 },
        { name: 'windows', total: 1 },
      ],
      has_password: false,
    });
  });

  it('names no company unless companies were chosen, also where its conditions are about one', async () => {
    let where = ['company_name:equals:Acme Steam'];
    let plain = await made({ where, shows: ['versions', 'platforms', 'clients', 'countries'] });
    let answer = await visitor.call(getPublicShare, at(plain));
    expect(answer.body).toMatchObject({ total: 2 });
    expect(answer.text.toLowerCase()).not.toContain('acme');
    let chosen = await made({ shows: ['companies'] });
    let { companies, versions } = await visitor.ask(getPublicShare, at(chosen));
    expect(companies).toContainEqual({ name: 'Acme Steam', total: 2 });
    expect(versions).toBeUndefined();
  });

  it('is about all packages where none is named, or about one pixel', async () => {
    expect(await visitor.ask(getPublicShare, at(await made({ package_id: null })))).toMatchObject({
      total: 5,
      versions: expect.arrayContaining([{ name: 'engine 1.1.0', total: 3 }]) as unknown,
    });
    let pixel = await ada.ask(pixelsApi.createTrackingPixel, { ...owner, body: { name: 'docs' } });
    await world.events.append([madeEvent({ artifactType: 'tracking-pixel', artifactId: pixel.id, time: today })]);
    let views = await visitor.ask(getPublicShare, at(await made({ package_id: null, pixel_id: pixel.id })));
    expect(views).toMatchObject({ counts: 'views', total: 1 });
    let both = { title: 'Both', package_id: engine, pixel_id: pixel.id };
    expect(await ada.refusal(createShareLink, { ...owner, body: both })).toMatchObject({ code: 'share-is-of-one' });
  });

  it('keeps its conditions, and those of a filter that is deleted later', async () => {
    let body = { name: 'Linux', request_platform: { op: 'equals' as const, values: ['linux'] } };
    let { id } = await ada.ask(filtersApi.createFilter, { ...owner, body });
    let link = await made({ filter_id: id, where: ['request_version:equals:1.1.0'] });
    await ada.ask(filtersApi.deleteFilter, { params: { owner: 'ada', filter_id: id } });
    expect(await visitor.ask(getPublicShare, at(link))).toMatchObject({ total: 2 });
    expect(link).toMatchObject({ has_filter: true, where: ['request_version:equals:1.1.0'] });
    let wrong = { title: 'x', where: ['nothing'] };
    expect(await ada.refusal(createShareLink, { ...owner, body: wrong })).toMatchObject({
      status: 422,
      code: 'condition-is-invalid',
    });
  });

  it('has four ranges, none longer than was chosen', async () => {
    let link = await made({ longest_days: 30 });
    expect(await visitor.ask(getPublicShare, at(link, { days: 7 }))).toMatchObject({ days: 7, total: 3 });
    expect(await visitor.ask(getPublicShare, at(link, { days: 365 }))).toMatchObject({ days: 30, total: 4 });
    let refusal = await visitor.refusal(getPublicShare, at(link, { days: 8 }));
    expect(refusal).toMatchObject({ status: 422, code: 'share-days-are-invalid' });
    let year = await visitor.ask(getPublicShare, at(await made(), { days: 365 }));
    expect(year).toMatchObject({ days: 365, step: 'weekly', total: 5 });
  });

  it('is counted again after five minutes', async () => {
    let link = await made({ package_id: await madePackage('fresh') });
    let { package_id } = link;
    expect((await visitor.ask(getPublicShare, at(link))).total).toBe(0);
    await world.events.append([madeEvent({ artifactId: package_id!, time: today })]);
    expect((await visitor.ask(getPublicShare, at(link))).total).toBe(0);
    world.later(6 * minuteMs);
    expect((await visitor.ask(getPublicShare, at(link))).total).toBe(1);
  });
});

describe('the end of a share link', () => {
  it('is said at its address, after it was ended and after its last day; an unknown one is not found', async () => {
    let [ended, over] = await Promise.all([made(), made({ last_day: dayOf(today) })]);
    expect((await visitor.ask(getPublicShare, at(over))).total).toBe(4);
    await ada.ask(endShareLink, { params: { owner: 'ada', share_id: ended.id } });
    let gone = { status: 410, code: 'share-has-ended' };
    expect(await visitor.refusal(getPublicShare, at(ended))).toMatchObject(gone);
    let again = { params: { owner: 'ada', share_id: ended.id } };
    expect(await ada.refusal(endShareLink, again)).toMatchObject({ status: 404, code: 'share-link-not-found' });
    world.later(dayMs);
    expect(await visitor.refusal(getPublicShare, at(over))).toMatchObject(gone);
    let unknown = await visitor.refusal(getPublicShare, at({ token: 'a'.repeat(24) }));
    expect(unknown).toMatchObject({ status: 404, code: 'share-not-found' });
    let { results } = await ada.ask(getShareLinks, owner);
    let endOf = (id: string) => results.find((one) => one.id === id)?.ended_at;
    expect(endOf(over.id)).toBe(new Date(today + dayMs).toISOString());
    expect(endOf(ended.id)).not.toBeNull();
    let past = { title: 'x', last_day: dayOf(today) };
    expect(await ada.refusal(createShareLink, { ...owner, body: past })).toMatchObject({ code: 'share-end-is-over' });
    let noDay = { title: 'x', last_day: 'tomorrow' };
    expect(await ada.refusal(createShareLink, { ...owner, body: noDay })).toMatchObject({ code: 'range-invalid' });
  });

  it('comes with that of its package, and while its owner is suspended', async () => {
    let id = await madePackage('gone');
    let link = await made({ package_id: id });
    await ada.ask(packagesApi.deletePackage, { params: { owner: 'ada', package_id: id } });
    expect(await visitor.refusal(getPublicShare, at(link))).toMatchObject({ code: 'share-not-found' });
    let kept = await made();
    let suspend = (suspended_at: number | null) =>
      world.records.updateTable('owners').set({ suspended_at }).where('name_key', '=', 'ada').execute();
    await suspend(world.now());
    expect(await visitor.refusal(getPublicShare, at(kept))).toMatchObject({ code: 'share-not-found' });
    await suspend(null);
    expect((await visitor.ask(getPublicShare, at(kept))).title).toBe('Engine');
  });
});

describe('a share link with a password', () => {
  it('shows nothing without it, and opens with it for some hours, for this link alone', async () => {
    let [link, other] = await Promise.all([made({ password: 'difference' }), made({ password: 'difference' })]);
    let closed = await visitor.call(getPublicShare, at(link));
    expect(closed).toMatchObject({ status: 403, body: { code: 'share-needs-password' } });
    expect(closed.text).not.toContain('Engine');
    let { key } = await visitor.ask(openPublicShare, { params: at(link).params, body: { password: 'difference' } });
    expect((await visitor.ask(getPublicShare, at(link, { key }))).title).toBe('Engine');
    for (let wrong of [at(other, { key }), at(link, { key: `${key}a` }), at(link, { key: 'x' })])
      expect(await visitor.refusal(getPublicShare, wrong)).toMatchObject({ code: 'share-needs-password' });
    world.later(13 * hourMs);
    expect(await visitor.refusal(getPublicShare, at(link, { key }))).toMatchObject({ code: 'share-needs-password' });
    let row = await world.records.selectFrom('share_links').selectAll().where('id', '=', link.id).executeTakeFirst();
    expect(row?.password_hash).toMatch(/^scrypt\$/);
    expect(JSON.stringify(row)).not.toContain('difference');
  });

  it('counts no guess that was not tried because too many passwords are checked', { tags: 'slow' }, async () => {
    // So dear that four of one network are still checked when the fifth comes.
    let dear = { N: 2 ** 15, r: 8, p: 3 };
    let busy = await createWorld({
      passwordCost: dear,
      attemptLimits: { passwordsPerShareReader: 9, passwordsPerShare: 9 },
    });
    let body = { title: 'Closed', password: 'difference' };
    let { token } = await (await busy.as('ada')).ask(createShareLink, { ...owner, body });
    let guess = async (password: string) =>
      (
        await busy
          .with(undefined, '198.51.100.1')
          .call(openPublicShare, { params: { token: token! }, body: { password } })
      ).status;
    let guesses = await Promise.all(Array.from({ length: 9 }, () => guess('engine')));
    expect(new Set(guesses)).toEqual(new Set([422, 429]));
    expect(await guess('difference')).toBe(201);
    await busy.close();
  });

  it('can be guessed a few times by one address, and by all of them together', async () => {
    let link = await made({ password: 'difference' });
    let guess = (from: string, password: string) =>
      world.with(undefined, from).call(openPublicShare, { params: at(link).params, body: { password } });
    for (let i = 0; i < 3; i++) expect((await guess('198.51.100.1', 'engine')).status).toBe(422);
    expect((await guess('198.51.100.1', 'difference')).status).toBe(429);
    expect((await guess('198.51.100.2', 'difference')).status).toBe(201);
    for (let i = 0; i < 2; i++) expect((await guess('198.51.100.3', 'engine')).status).toBe(422);
    expect((await guess('198.51.100.4', 'difference')).status).toBe(429);
  });
});

it('an address that tries many links is refused, and no other is', async () => {
  let from = world.with(undefined, '198.51.100.99');
  let codes = [];
  for (let i = 0; i < 61; i++) codes.push((await from.refusal(getPublicShare, at({ token: `guess${i}` }))).code);
  expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(1);
  let link = await made();
  expect((await world.with(undefined, '198.51.100.98').ask(getPublicShare, at(link))).title).toBe('Engine');
});

it('links are listed newest first with when they were read, and written into the audit log', async () => {
  let link = await made({ title: 'Listed' });
  await visitor.ask(getPublicShare, at(link, { preview: 'true' }));
  let newest = async () => (await ada.ask(getShareLinks, owner)).results[0]!;
  expect((await newest()).last_viewed_at).toBeNull();
  await visitor.ask(getPublicShare, at(link));
  let read = await newest();
  expect(read).toMatchObject({ id: link.id, url: link.url, created_by: 'ada', ended_at: null });
  expect(Date.parse(read.last_viewed_at!)).toBeGreaterThanOrEqual(Date.parse(link.created_at));
  expect(Date.parse(read.last_viewed_at!)).toBeLessThanOrEqual(world.now());
  world.later(2 * hourMs);
  await visitor.ask(getPublicShare, at(link));
  expect(Date.parse((await newest()).last_viewed_at!)).toBeGreaterThan(Date.parse(read.last_viewed_at!));
  await ada.ask(endShareLink, { params: { owner: 'ada', share_id: link.id } });
  let { results } = await ada.ask(auditApi.getAuditEvents, { params: { owner: 'ada' } });
  expect(results.slice(0, 2).map(({ action, target }) => [action, target])).toEqual([
    ['share-link-ended', 'Listed'],
    ['share-link-created', 'Listed'],
  ]);
});

it('addresses are listed for those who may share, not for a token that only reads, nor in the records', async () => {
  let link = await made({ title: 'Secret' });
  let listed = async (scopes: ('read' | 'write')[]) => {
    let body = { name: scopes.join(' '), scopes };
    let { token } = await ada.ask(tokensApi.createApiToken, { params: { username: 'ada' }, body });
    return world.with(token).call(getShareLinks, owner);
  };
  let addresses = expect.arrayContaining([expect.objectContaining({ token: link.token, url: link.url })]) as unknown;
  expect((await listed(['read', 'write'])).body).toMatchObject({ results: addresses });
  let reading = await listed(['read']);
  let { results } = reading.body as { results: ShareLink[] };
  expect(results[0]).toMatchObject({ id: link.id, token: null, url: null });
  expect(reading.text).not.toContain(link.token);
  let rows = await world.records.selectFrom('share_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(link.token);
});

it('there are not more than a hundred that work, and those that ended first are forgotten', async () => {
  let grace = await world.as('grace');
  let org = { params: { owner: 'hopper-labs' } };
  let links = [];
  for (let i = 0; i < 100; i++) links.push(await grace.ask(createShareLink, { ...org, body: { title: `${i}` } }));
  let refusal = await grace.refusal(createShareLink, { ...org, body: { title: 'more' } });
  expect(refusal).toMatchObject({ status: 422, code: 'too-many-share-links' });
  await world.records.updateTable('share_links').set({ ended_at: 1 }).where('id', 'in', [links[0]!.id]).execute();
  await grace.ask(createShareLink, { ...org, body: { title: 'more' } });
  await world.records.updateTable('share_links').set({ ended_at: 1 }).execute();
  await world.records.updateTable('share_links').set({ ended_at: 2 }).where('id', '=', links[0]!.id).execute();
  await grace.ask(createShareLink, { ...org, body: { title: 'last' } });
  let { results } = await grace.ask(getShareLinks, org);
  expect(results).toHaveLength(101);
  let titles = results.map(({ title }) => title);
  expect([titles.slice(0, 4), titles.at(-1)]).toEqual([['last', '0', 'more', '99'], '2']);
});

describe('an organization that forbids sharing', () => {
  it('has links that answer as ended and makes no new one, until its owner allows them again', async () => {
    let grace = await world.as('grace');
    let org = { params: { owner: 'hopper-labs' } };
    let { token } = await grace.ask(createShareLink, { ...org, body: { title: 'Ours' } });
    let rule = (forbids_sharing: boolean) =>
      grace.ask(organizationsApi.setSharingRule, { params: { name: 'hopper-labs' }, body: { forbids_sharing } });
    expect((await rule(true)).forbids_sharing).toBe(true);
    await rule(true);
    let ended = { status: 410, code: 'share-has-ended' };
    expect(await visitor.refusal(getPublicShare, at({ token: token! }))).toMatchObject(ended);
    let opening = { params: { token: token! }, body: { password: 'x' } };
    expect(await visitor.refusal(openPublicShare, opening)).toMatchObject(ended);
    let refused = await grace.refusal(createShareLink, { ...org, body: { title: 'More' } });
    expect(refused).toMatchObject({ status: 422, code: 'sharing-is-forbidden' });
    expect((await grace.ask(getShareLinks, org)).is_forbidden).toBe(true);
    expect((await rule(false)).forbids_sharing).toBe(false);
    expect((await visitor.ask(getPublicShare, at({ token: token! }))).title).toBe('Ours');
    let { results } = await grace.ask(auditApi.getAuditEvents, {
      ...org,
      query: { action: ['sharing-forbidden', 'sharing-allowed'] },
    });
    expect(results.map(({ action }) => action)).toEqual(['sharing-allowed', 'sharing-forbidden']);
    expect(await ada.ask(getShareLinks, owner)).toMatchObject({ is_forbidden: false });
  });
});

whoMay(Object.values(shareLinksApi));
