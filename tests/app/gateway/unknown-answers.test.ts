/**
 * Responses of a gateway of another version: unknown roles and states, an account without
 * organizations, an unknown owner.
 */
import { action as editPackage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.edit';
import { loader as packagePage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.settings';
import { loader as pixelEdit } from 'app/routes/_app.pixels.$owner_.$pixelId.edit';
import { loader as pixelsPage } from 'app/routes/_app.pixels.$owner';
import { loader as newPixel } from 'app/routes/_app.new-pixel.$owner';
import { loader as organizations } from 'app/routes/_app.organizations._index';
import { loader as subscriptions } from 'app/routes/_app.subscriptions';
import { loader as appShell } from 'app/routes/_app';
import { loader as anyAddress } from 'app/routes/$';
import { handle as insights } from 'app/routes/_app.insights.$owner';
import { handle as signOut } from 'app/routes/logout';
import { loader as searchPage } from 'app/routes/_app.search';
import { loader as searchResults } from 'app/routes/_app.search_.results';
import { handle as invoice } from 'app/routes/_app.billing.$owner.invoices.$invoiceId';
import { layoutOf } from 'app/shell/page-handle';
import { statusLabels } from 'app/ui/billing-labels';
import { roleLabels } from 'app/text/labels';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserOf, refusalOf, refusedForm } from '../../support/dashboard';
import { visitorOf } from '../../support/visitor';
import { routeModules } from '../../support/routes';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

type Change = (path: string, answer: Response) => Promise<Response> | Response;

/** grace's browser, with a gateway whose responses are changed, and the paths it requests. */
async function graceWith(change: Change = (_, answer) => answer) {
  let asked: string[] = [];
  let api: World['gateway']['api'] = async (request, from) => {
    let { pathname } = new URL((request as Request).url);
    asked.push(pathname);
    return change(pathname, await world.gateway.api(request as Request, from));
  };
  return { asked, ...(await browserOf({ ...world, gateway: { ...world.gateway, api } }, 'grace', { isRemote: true })) };
}

/** The response with a text replaced; a stream that does not end stays as it is. */
async function replaceText(answer: Response, from: RegExp, to: string): Promise<Response> {
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
  return new Response((await answer.text()).replaceAll(new RegExp(from, 'g'), to), answer);
}

describe('an unknown role', () => {
  const unknownRole: Change = (path, answer) =>
    path.endsWith('/organizations') ? replaceText(answer, /"role":"owner"/, '"role":"billing"') : answer;

  // @spec 6: Roles and subscription states without a name here are ‘others’ and break no page
  test('is shown as “Other”, on the list of organizations and in the header', async () => {
    let grace = await graceWith(unknownRole);
    let { memberships } = await grace.open(organizations, {});
    expect(memberships.map(({ role }) => roleLabels[role])).toContain('Other');
    let shell = await grace.open(appShell, { owner: 'hopper-labs' });
    expect(shell).toMatchObject({ reachable: true, mayCreate: false });
  });
});

describe('an unknown subscription state', () => {
  // @spec 3: Subscription info: status; trial_info with days_remaining
  test('is shown as “Other”', async () => {
    let grace = await graceWith((path, answer) =>
      path.endsWith('/subscription-info') ? Response.json({ status: 'paused', trial_info: null }) : answer,
    );
    let { states } = await grace.open(subscriptions, {});
    expect(new Set(states.map(({ status }) => status && statusLabels[status].label))).toEqual(new Set(['Other']));
  });
});

// @spec 6: Roles and subscription states without a name here are ‘others’ and break no page
test('every page of an organization works with unknown roles and states', async () => {
  let grace = await graceWith((_, answer) =>
    replaceText(
      answer,
      /"(role|permission_level|status)":"(owner|admin|member|active|trialing|past_due|unpaid|canceled|incomplete)"/,
      '"$1":"not-known-here"',
    ),
  );
  let own = await world.as('grace');
  let body = { type: 'file' as const, name: 'walked', incoming_path: '/walked' };
  let { id } = await own.ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body });
  let params = { owner: 'hopper-labs', packageType: 'file', packageName: 'walked', packageId: id, username: 'grace' };
  let opened: string[] = [];
  for (let [name, { loader }] of routeModules) {
    if (!name.startsWith('_app') || !loader) continue;
    let answer = await grace.open(loader as never, params).catch((thrown: unknown) => thrown);
    if (!(answer instanceof Response)) opened.push(name);
    else {
      expect([name, answer.status < 500]).toEqual([name, true]);
      await answer.body?.cancel();
    }
  }
  for (let name of [
    '_app',
    '_app.organizations._index',
    '_app.organizations.$owner.members._index',
    '_app.subscriptions',
  ])
    expect(opened).toContain(name);
});

// @spec 7: GET organizations with per_page=max; 404 treated as empty, in the header and on the page
test('an account whose organizations are not found has none, on their page and in the header', async () => {
  let grace = await graceWith((path, answer) =>
    path.endsWith('/organizations')
      ? Response.json({ code: 'user-not-found', message: 'User not found.' }, { status: 404 })
      : answer,
  );
  expect(await grace.open(organizations, {})).toEqual({ memberships: [] });
  expect(await grace.open(appShell, {})).toMatchObject({ organizations: [], reachable: true });
});

test('the owner in the address is found in any case, and shown in the case of its name', async () => {
  let grace = await graceWith();
  expect(await grace.open(appShell, { owner: 'Hopper-LABS' })).toMatchObject({
    owner: { tag: 'organization', context: 'hopper-labs' },
  });
  expect(await grace.open(appShell, { owner: 'GRACE' })).toMatchObject({ owner: { tag: 'user', context: 'grace' } });
});

// @spec 7: GET /internal/features/{owner}/artifacts/{artifact_id}: a list, requested where a page
//   shows one package or pixel
test('a page of one package or pixel loads its features', async () => {
  let own = await world.as('grace');
  let body = { type: 'docker' as const, name: 'asked', backend_registry: 'docker.io' };
  let { id } = await own.ask(packagesApi.createPackage, { params: { owner: 'grace' }, body });
  let pixel = await own.ask(pixelsApi.createTrackingPixel, { params: { owner: 'grace' }, body: { name: 'asked' } });
  let grace = await graceWith((path, answer) =>
    /\/artifacts\//.test(path) ? Response.json(['insights-beta', 'system-is-admin']) : answer,
  );
  let page = await grace.open(packagePage, { owner: 'grace', packageType: 'docker', packageName: 'asked' });
  expect(page.features).toEqual(['insights-beta']);
  expect((await grace.open(pixelEdit, { owner: 'grace', pixelId: pixel.id })).features).toEqual(['insights-beta']);
  for (let artifact of [id, pixel.id]) expect(grace.asked).toContain(`/internal/features/grace/artifacts/${artifact}`);
});

// @spec 5: Backend registry: not empty, valid characters, also on the edit page
test('the registry of an image cannot be emptied', async () => {
  let own = await world.as('grace');
  let body = { type: 'docker' as const, name: 'rooted', backend_registry: 'docker.io' };
  await own.ask(packagesApi.createPackage, { params: { owner: 'grace' }, body });
  let grace = await graceWith();
  let form = { backend_registry: '', importance: 'mid', short_description: 'kept' };
  let params = { owner: 'grace', packageType: 'docker', packageName: 'rooted' };
  let { status, error, kept } = await refusedForm(await grace.post(editPackage, params, form));
  expect([status, error]).toEqual([422, { backend_registry: ['Enter a backend registry.'] }]);
  expect(kept).toMatchObject({ short_description: 'kept' });
});

// @spec 8: The messages of the catalogue; never the gateway’s own words in production (all but the
//   four of lead-data providers)
test('an unknown owner of pixels has its own error', async () => {
  let grace = await graceWith();
  let refused = { status: 404, code: 'pixel-owner-not-found' };
  for (let page of [pixelsPage, newPixel]) {
    let opening = (grace.open as (loader: typeof page, params: { owner: string }) => Promise<unknown>)(page, {
      owner: 'nobody-here',
    });
    expect(await refusalOf(opening)).toEqual(refused);
  }
});

// @spec 2: A private address without a page sends a visitor to sign in
test('a private address without a page leads visitors to the sign-in, and is a 404 for others', async () => {
  let visitor = visitorOf(world);
  let answer = await visitor.open(anyAddress, '/account/no-such-page?x=1');
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/login?backTo=%2Faccount%2Fno-such-page%3Fx%3D1',
  ]);
  expect((await visitor.open(anyAddress, '/no-such-page')).status).toBe(404);
  let grace = await graceWith();
  expect(((await grace.open(anyAddress, {}, '/account/no-such-page')) as unknown as Response).status).toBe(404);
});

// @spec 7: POST /v2/search only with a query and an owner
test('a search is sent only with a query', async () => {
  let grace = await graceWith();
  let searches = () => grace.asked.filter((path) => path === '/v2/search').length;
  for (let query of ['', '?q=', '?q=%20', '?q=%3F', '?owner=hopper-labs'])
    for (let loader of [searchPage, searchResults])
      await grace.open(loader as typeof searchPage, {}, `/search${query}`);
  expect(searches()).toBe(0);
  await grace.open(searchPage, {}, '/search?q=x');
  expect(searches()).toBe(1);
});

// @spec 2: Layouts dashboard, fullwidth (company insights), noheader (sign-out), clean (invoices),
//   each used by a page
test('every layout is used by pages', () => {
  let at = (handle: unknown) => layoutOf([{ handle, params: {}, data: null }]);
  expect([at(insights), at(invoice), at(signOut), at(undefined)]).toEqual([
    'fullwidth',
    'clean',
    'noheader',
    'dashboard',
  ]);
});
