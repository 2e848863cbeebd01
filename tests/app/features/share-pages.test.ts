/** Share links through the dashboard: made, shown to strangers, opened by a password, ended. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { shareLinksApi, type ShareLink } from 'contract/analytics/share-links';
import type { CallOf } from 'contract/rules/route';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as shareLinksPage } from 'app/routes/_app.organizations.$owner.share-links';
import { loader as packagePage } from 'app/routes/_app.packages.$owner.$packageType.$packageName';
import { loader as linkPage } from 'app/routes/_app.share-links.$owner.$shareId._index';
import { action as setRule, loader as rulePage } from 'app/routes/_app.organizations.$owner.sharing';
import { action as end, loader as endPage } from 'app/routes/_app.share-links.$owner.$shareId.end';
import { action as make, loader as newPage } from 'app/routes/_app.share-links.$owner.new';
import { action as open, loader as shared } from 'app/routes/share.$token';
import { loader as chart } from 'app/routes/share.$token_.chart[.]svg';
import { loader as embed } from 'app/routes/share.$token_.embed';
import { loader as preview } from 'app/routes/share.$token_.preview[.]png';
import { madeEvent } from 'tests/support/made-event';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { visitorOf } from '../../support/visitor';
import { createWorld, type Caller, type World } from '../../support/world';

const org = { owner: 'hopper-labs' };
const home = '/organizations/hopper-labs/share-links';
const acme = { companyName: 'Acme Steam', companyDomain: 'acme.example', connectionType: 'business' as const };

let world: World;
let maker: Caller;
let grace: Browser;
let linus: Browser;
let engine: string;

beforeAll(async () => {
  world = await createWorld({ attemptLimits: { passwordsPerShareReader: 4 } });
  [grace, linus, maker] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus'), world.as('grace')]);
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'ghcr.io' };
  engine = (await maker.ask(packagesApi.createPackage, { params: org, body })).id;
  let time = world.now() - 60_000;
  await world.events.append([
    madeEvent({ artifactId: engine, time, version: '<b>2</b>', platform: 'darwin', ...acme, confidence: 0.9 }),
    madeEvent({ artifactId: engine, time, version: '1.0.0', platform: 'macos', ...acme, confidence: 0.9 }),
  ]);
});
afterAll(() => world.close());

async function made(
  body: Partial<CallOf<typeof shareLinksApi.createShareLink>['body']> = {},
): Promise<ShareLink & { token: string }> {
  let link = await maker.ask(shareLinksApi.createShareLink, {
    params: org,
    body: { title: 'Engine', package_id: engine, ...body },
  });
  return { ...link, token: link.token! };
}

interface Answer {
  data: Awaited<ReturnType<typeof shared>>['data'];
  init: { status?: number; headers: Record<string, string> } | null;
}

async function opened({ token }: { token: string }, visitor = visitorOf(world), search = ''): Promise<Answer> {
  return (await (await visitor.open(shared, `/share/${token}${search}`, { token })).json()) as Answer;
}

describe('a new share link', () => {
  test('keeps the package and the conditions of the report it was made from', async () => {
    let named = { name: 'Macs', request_platform: { op: 'equals' as const, values: ['macos'] } };
    let { id } = await maker.ask(filtersApi.createFilter, { params: org, body: named });
    let where = `/share-links/hopper-labs/new?package=${engine}&filter_id=${id}&noise=hide&where=request_version:equals:1.0.0`;
    let form = await grace.open(newPage, org, where);
    expect(form).toMatchObject({ name: 'engine', values: { title: 'hopper-labs · downloads of engine' } });
    expect(form.conditions).toEqual(['Filter Macs', 'Version is 1.0.0', 'Without bots and mirrors']);
    let typed = { title: 'Macs', versions: 'on', longest_days: '90', last_day: '', password: '' };
    let answer = redirectOf(await grace.post(make, org, typed, where));
    let [link] = (await maker.ask(shareLinksApi.getShareLinks, { params: org })).results;
    expect(answer).toEqual({ status: 303, to: `/share-links/hopper-labs/${link!.id}`, toast: 'share_link_made' });
    expect(link).toMatchObject({ package_id: engine, shows: ['versions'], longest_days: 90, hides_noise: true });
    expect((await opened({ token: link!.token! })).data.page?.cards[0]).toMatchObject({
      label: 'Downloads',
      value: '1',
    });
    let page = await grace.open(linkPage, { ...org, shareId: link!.id });
    expect(page.elsewhere.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^\[!\[Macs\]\(.+\/chart\.svg\)\]\(.+\)$/),
      expect.stringMatching(/^<a href=".+"><img src=".+\/chart\.svg" alt="Macs" width="800"><\/a>$/),
      expect.stringMatching(/^<iframe src=".+\/embed" title="Macs" /),
    ]);
  });

  test('is about one pixel at a time', async () => {
    let pixels = [];
    for (let name of ['docs', 'blog'])
      pixels.push(await maker.ask(pixelsApi.createTrackingPixel, { params: org, body: { name } }));
    let one = await grace.open(newPage, org, `/share-links/hopper-labs/new?pixel=${pixels[0]!.id}`);
    expect([one.name, one.values.title]).toEqual(['docs', 'hopper-labs · views of docs']);
    let both = `/share-links/hopper-labs/new?package=none&pixels=show`;
    expect((await grace.open(newPage, org, both)).name).toBeNull();
    let typed = { title: 'Both', longest_days: '90', last_day: '', password: '' };
    expect((await refusedForm(await grace.post(make, org, typed, both))).status).toBe(422);
  });

  test.each([
    [{ title: '' }, 'title', 'This is a required field.'],
    [{ last_day: '2020-01-01' }, 'last_day', 'Choose today or a later date.'],
    [{ password: 'short' }, 'password', 'Use at least 6 characters.'],
    [{ longest_days: '8' }, 'longest_days', 'Choose 7, 28, 91 or 365 days.'],
  ])('is refused for %o, and the form keeps the rest without the password', async (wrong, field, words) => {
    let typed = { title: 'Engine', longest_days: '90', last_day: '', password: 'difference', ...wrong };
    let { status, error, kept } = await refusedForm(await grace.post(make, org, typed));
    expect({ status, error }).toEqual({ status: 422, error: { [field]: [words] } });
    expect(JSON.stringify(kept)).not.toMatch(/difference|short/);
  });

  test('is offered to those who may make it, on packages and reports', async () => {
    let at = { ...org, packageType: 'docker', packageName: 'engine' };
    expect((await grace.open(packagePage, at)).data.tools.share).toBe(`/share-links/hopper-labs/new?package=${engine}`);
    expect((await linus.open(packagePage, at)).data.tools.share).toBeNull();
    let report = '/analytics/hopper-labs?where=request_platform:equals:linux&view=calendar&range=last-7-days';
    let shareOf = async (browser: Browser) => (await browser.open(analyticsPage, org, report)).data.share;
    expect(await shareOf(grace)).toBe('/share-links/hopper-labs/new?where=request_platform%3Aequals%3Alinux');
    expect(await shareOf(linus)).toBeNull();
  });
});

describe('the page of a share link', () => {
  test('has what was chosen, no company, and is asked for each time', async () => {
    let { data, init } = await opened(await made({ shows: ['versions', 'platforms'] }));
    expect(data.page).toMatchObject({
      title: 'Engine',
      noun: 'Downloads',
      summary: expect.stringMatching(/^2 downloads in 28 days, /),
    });
    expect(data.page!.lists.map(({ label, bars }) => [label, bars.map(({ name, value }) => [name, value])])).toEqual([
      // Each version was requested by one network alone.
      ['Version', [['All others', '2']]],
      ['Platform', [['macOS', '2']]],
    ]);
    expect(JSON.stringify(data)).not.toContain('Acme');
    expect(init!.headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=0, must-revalidate',
      vary: 'cookie',
      'x-robots-tag': 'noindex, nofollow',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(init!.headers['content-security-policy']).not.toMatch(/script-src|unsafe-eval/);
  });

  test('has companies where they were ticked', async () => {
    let { data } = await opened(await made({ shows: ['companies'] }));
    expect(data.page!.lists).toMatchObject([{ label: 'Company', bars: [{ name: 'Acme Steam', value: '2' }] }]);
  });

  test('switches between the ranges up to the longest, and is not kept for others with a cookie', async () => {
    let link = await made({ longest_days: 30 });
    let visitor = visitorOf(world);
    visitor.jar.set('__theme', 'dark');
    let { data, init } = await opened(link, visitor, '?days=7');
    expect(data.page!.ranges).toEqual([
      { label: '7 days', to: `/share/${link.token}?days=7`, on: true },
      { label: '28 days', to: `/share/${link.token}?days=28`, on: false },
      { label: '30 days', to: `/share/${link.token}?days=30`, on: false },
    ]);
    expect(init!.headers['cache-control']).toBe('private, no-store');
  });

  test('is opened by its password, and by nothing else', async () => {
    let link = await made({ password: 'difference' });
    let at = { token: link.token };
    let visitor = visitorOf(world);
    let closed = await opened(link, visitor);
    expect([closed.init?.status, closed.data]).toMatchObject([
      403,
      { page: null, no: { why: 'share-needs-password' } },
    ]);
    expect(JSON.stringify(closed)).not.toContain('Engine');
    let wrong = await refusedForm(await visitor.post(open, `/share/${link.token}`, { password: 'engine' }, at));
    expect(wrong).toEqual({ status: 422, error: { password: ['Wrong password.'] }, kept: {} });
    let right = await visitor.post(open, `/share/${link.token}`, { password: 'difference' }, at);
    expect([right.status, right.headers.get('location')]).toEqual([303, `/share/${link.token}`]);
    expect(right.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    let { data, init } = await opened(link, visitor);
    expect(data.page?.title).toBe('Engine');
    expect(init!.headers['cache-control']).toBe('private, no-store');
    for (let loader of [chart, embed, preview]) {
      let answer = await visitorOf(world).open(loader, `/share/${link.token}/x`, at);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([403, 'private, no-store']);
      expect(await answer.text()).not.toContain('Engine');
    }
    for (let i = 0; i < 4; i++) await visitor.post(open, `/share/${link.token}`, { password: `guess${i}` }, at);
    let often = await refusedForm(await visitor.post(open, `/share/${link.token}`, { password: 'difference' }, at));
    expect(often.error).toEqual({ '': [expect.stringContaining('Too many attempts')] });
  });

  test('shows that it has expired, on every URL', async () => {
    let link = await made();
    let at = { ...org, shareId: link.id };
    expect(await grace.open(endPage, at)).toMatchObject({ title: 'Engine', home });
    expect(redirectOf(await grace.post(end, at))).toEqual({ status: 303, to: home, toast: 'share_link_ended' });
    let sentence = 'This link was revoked or has expired. Ask its owner for a new one.';
    let { data, init } = await opened(link);
    expect([init?.status, data.no]).toMatchObject([410, { why: 'share-has-ended', sentence }]);
    for (let loader of [chart, embed, preview]) {
      let answer = await visitorOf(world).open(loader, `/share/${link.token}/x`, { token: link.token });
      expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining(sentence)]);
    }
    expect((await opened({ token: 'nothing' })).init?.status).toBe(404);
    expect(redirectOf((await grace.open(linkPage, at).catch((thrown: unknown) => thrown)) as Response).to).toBe(home);
    expect((await grace.open(shareLinksPage, org)).ended.map(({ id }) => id)).toContain(link.id);
  });
});

describe('the chart of a share link', () => {
  test('may be framed as a page and shown as a picture by every site, and is asked for again by its tag', async () => {
    let { token } = await made();
    let visitor = visitorOf(world);
    let framed = await visitor.open(embed, `/share/${token}/embed`, { token });
    expect(framed.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=0, must-revalidate');
    let policy = framed.headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+' 'sha256-\S+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    );
    let picture = await visitor.open(chart, `/share/${token}/chart.svg?theme=dark`, { token });
    expect(picture.headers.get('content-security-policy')).toContain("frame-ancestors 'none'; sandbox");
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    let args = (loader: typeof chart, known: string) =>
      loader({
        request: new Request(`http://dashboard.test/share/${token}/x?theme=dark`, {
          headers: { 'if-none-match': known },
        }),
        params: { token },
        context: { gateway: world.gateway.api },
      } as unknown as Parameters<typeof chart>[0]);
    expect((await args(chart, picture.headers.get('etag')!)).status).toBe(304);
    expect((await args(chart, '"other"')).status).toBe(200);
    let png = await visitor.open(preview, `/share/${token}/preview.png`, { token });
    expect(png.headers.get('content-type')).toBe('image/png');
    expect((await args(preview, png.headers.get('etag')!)).status).toBe(304);
  });
});

test('a preview by its creator does not count as a view', async () => {
  let link = await made();
  let shown = (await grace.open(linkPage, { ...org, shareId: link.id })).chart;
  let viewedAt = async () => {
    let { results } = await maker.ask(shareLinksApi.getShareLinks, { params: org });
    await world.gateway.idle();
    return results.find(({ id }) => id === link.id)!.last_viewed_at;
  };
  await grace.open(chart as unknown as typeof linkPage, { token: link.token }, shown);
  expect(await viewedAt()).toBeNull();
  await visitorOf(world).open(chart, shown, { token: link.token });
  await world.gateway.idle();
  expect(await viewedAt()).not.toBeNull();
});

test('only owners and admins see, make and end share links', async () => {
  let { id } = await made();
  let at = { ...org, shareId: id };
  for (let loader of [shareLinksPage, linkPage, endPage, newPage])
    expect(await refusalOf(linus.open(loader as typeof linkPage, at))).toMatchObject({ status: 403 });
  for (let action of [end, make]) expect((await linus.post(action as typeof end, at, {})).status).toBe(403);
  expect(await linus.open(shareLinksPage, {})).toMatchObject({ working: [], ended: [] });
  let { working } = await grace.open(shareLinksPage, org);
  expect(working.find((one) => one.id === id)).toMatchObject({ title: 'Engine', about: 'engine', createdBy: 'grace' });
  expect(await refusalOf(grace.open(linkPage, { ...org, shareId: 'nothing' }))).toMatchObject({ status: 404 });
});

test('an owner forbids sharing: lists and the form say so, and a post is refused with a sentence', async () => {
  let { id, token } = await made();
  let mary = await browserOf(world, 'mary');
  expect((await mary.post(setRule, org, { forbids_sharing: 'on' })).status).toBe(403);
  let answer = await grace.post(setRule, org, { forbids_sharing: 'on' });
  expect(redirectOf(answer)).toEqual({ status: 303, to: '/organizations/hopper-labs', toast: 'sharing_forbidden' });
  expect(((await grace.open<unknown>(rulePage, org)) as Response).headers.get('location')).toBe(
    '/organizations/hopper-labs',
  );
  expect(await grace.open(shareLinksPage, org)).toMatchObject({ isForbidden: true });
  expect(await grace.open(newPage, org)).toMatchObject({ isForbidden: true });
  expect(await grace.open(linkPage, { ...org, shareId: id })).toMatchObject({ isForbidden: true, elsewhere: [] });
  let form = { title: 'More', longest_days: '365', versions: 'on' };
  let refused = await refusedForm(await grace.post(make, org, form));
  expect(refused).toMatchObject({
    status: 422,
    error: { '': [expect.stringContaining('Public sharing is disabled')] },
  });
  expect((await opened({ token })).init?.status).toBe(410);
  expect(redirectOf(await grace.post(setRule, org, {})).toast).toBe('sharing_allowed');
  expect((await opened({ token })).data.page?.title).toBe('Engine');
});
