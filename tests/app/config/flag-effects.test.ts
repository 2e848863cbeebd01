/** The effect of each feature flag on the pages, off and on, against a real gateway. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { filtersApi } from 'contract/analytics/filters';
import { invitesApi } from 'contract/organizations/invites';
import { packagesApi, type Package } from 'contract/packages/packages';
import { domainsApi, type Domain } from 'contract/packages/domains';
import { pixelsApi, type TrackingPixel } from 'contract/packages/pixels';
import { NewPackageInput } from 'app/features/packages/forms.server';
import { env } from 'app/config/env.server';
import { accountGroups, organizationGroups } from 'app/shell/settings-groups.server';
import { action as saveProfile, loader as accountPage } from 'app/routes/_app.account._index';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as companyPage } from 'app/routes/_app.companies.$owner.$companyDomain';
import { action as checkDomain } from 'app/routes/_app.domains.$owner.$domainId.verification';
import { action as removeFilter } from 'app/routes/_app.filters.$owner.$filterId.removal';
import { action as setBots } from 'app/routes/_app.filters.$owner.bots';
import { action as saveFilter, loader as newFilter } from 'app/routes/_app.filters.$owner.new';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { loader as newPackage } from 'app/routes/_app.new-package.$owner';
import { action as excludeOwn, loader as filtersPage } from 'app/routes/_app.organizations.$owner.filters';
import { action as resend } from 'app/routes/_app.organizations.$owner.invites.delivery';
import { action as withdraw } from 'app/routes/_app.organizations.$owner.invites.withdrawal';
import { action as addMember, loader as membersPage } from 'app/routes/_app.organizations.$owner.members._index';
import { loader as setupPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.set-up';
import {
  action as savePackage,
  loader as editPackage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.edit';
import { loader as editPixel } from 'app/routes/_app.pixels.$owner_.$pixelId.edit';
import { loader as insightsPage } from 'app/routes/_app.insights.$owner';
import { loader as twoFactorPage } from 'app/routes/_app.account.two-factor._index';
import { toolLinks } from 'app/shell/navigation';
import { grantFeature } from 'gateway/floor/owners';
import { type Browser, browserOf, redirectOf, refusalOf, refusedForm } from '../../support/dashboard';
import { type DnsServer, startDnsServer } from '../../support/dns-server';
import { madeEvent } from '../../support/made-event';
import { labelsOf } from '../../support/navigation';
import { createWorld, type Caller, type World } from '../../support/world';

const labs = { owner: 'hopper-labs' };
const notFound = { status: 404, code: 'not-found' };
const asTheyAre = { ...env.flags };

let dns: DnsServer;
let world: World;
let maker: Caller;
let grace: Browser;
let tool: Package;
let manual: TrackingPixel;

beforeAll(async () => {
  // Noon, so that no day ends while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  dns = await startDnsServer();
  world = await createWorld({ dnsServers: [dns.address], memberLimitOverride: 10 });
  [maker, grace] = await Promise.all([world.as('grace'), browserOf(world, 'grace')]);
  let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{version}' };
  tool = await maker.ask(packagesApi.createPackage, { params: labs, body });
  manual = await maker.ask(pixelsApi.createTrackingPixel, { params: labs, body: { name: 'manual' } });
  let of = { companyName: 'Acme', companyDomain: 'acme.example', connectionType: 'business', confidence: 0.9 } as const;
  let download = { artifactId: tool.id, time: Date.now(), userAgent: 'curl/8.1.2', ...of };
  let view = { artifactId: manual.id, artifactType: 'tracking-pixel', type: 'pixel-fetch', time: Date.now() } as const;
  await world.events.append([
    madeEvent({ ...download, originId: 1n, variables: { version: '1.0', arch: 'arm64' } }),
    madeEvent({ ...download, originId: 1n, variables: { version: '1.0' } }),
    madeEvent({ ...download, originId: 2n, variables: { version: '2.0' }, userAgent: '' }),
    madeEvent({ ...view, originId: 3n, variables: { campaign: 'spring' } }),
  ]);
});
afterEach(() => void Object.assign(env.flags, asTheyAre));
afterAll(async () => {
  await world.close();
  await dns.close();
  vi.useRealTimers();
});

async function report(query: string) {
  return (await grace.open(analyticsPage, labs, `/analytics/hopper-labs${query}`)).data;
}

describe('inviteMember', () => {
  test('on: members are invited by email or username', async () => {
    expect(await grace.open(membersPage, labs)).toMatchObject({ byEmail: true });
    let answer = await grace.post(addMember, labs, { person: 'early@example.com', role: 'member' });
    expect(redirectOf(answer).toast).toBe('invite_sent');
  });

  // @spec 6: inviteMember: invites by email; off: adding by username, earlier invites can be
  //   withdrawn
  test('off: people are added by username at once, addresses are refused; earlier invites can only be withdrawn', async () => {
    await maker.call(invitesApi.inviteOrganizationMember, {
      params: { name: 'hopper-labs' },
      body: { email: 'early@example.com', role: 'member' },
    });
    env.flags.inviteMember = false;
    expect(await grace.open(membersPage, labs)).toMatchObject({
      byEmail: false,
      invites: [{ email: 'early@example.com' }],
    });
    let wrong = await refusedForm(await grace.post(addMember, labs, { person: 'ada@example.com', role: 'member' }));
    expect(wrong).toMatchObject({ status: 422, error: { person: ['User not found.'] } });
    let added = redirectOf(await grace.post(addMember, labs, { person: 'ada', role: 'member' }));
    expect(added).toEqual({ status: 303, to: '/organizations/hopper-labs/members', toast: 'member_added' });
    expect((await grace.open(membersPage, labs)).members.map(({ username }) => username)).toContain('ada');
    let person = { person: 'early@example.com' };
    expect((await grace.post(resend, labs, person)).status).toBe(404);
    expect(redirectOf(await grace.post(withdraw, labs, person)).toast).toBe('invite_withdrawn');
    expect((await grace.open(membersPage, labs)).invites).toEqual([]);
  });
});

describe('updateUser', () => {
  let profile = { username: 'linus', first_name: 'Linus', last_name: 'Carl' };

  test('on: names can be changed', async () => {
    let linus = await browserOf(world, 'linus');
    expect(await linus.open(accountPage, {})).toMatchObject({ mayUpdate: true });
    expect(redirectOf(await linus.post(saveProfile, {}, profile)).toast).toBe('profile_saved');
  });

  // @spec 6: updateUser: username and names can be changed; off: shown only
  test('off: names are shown and cannot be changed', async () => {
    env.flags.updateUser = false;
    let linus = await browserOf(world, 'linus');
    expect((await linus.post(saveProfile, {}, { ...profile, last_name: 'Other' })).status).toBe(404);
    expect(await linus.open(accountPage, {})).toMatchObject({ mayUpdate: false, user: { last_name: 'Carl' } });
  });
});

// @spec 6: showTwoFactorAuthenticationUi: page, tab and banner of two-factor
test('showTwoFactorAuthenticationUi shows its page and its tab', async () => {
  let label = () => labelsOf(accountGroups());
  expect(label()).toContain('Two-factor authentication');
  await expect(grace.open(twoFactorPage, {})).resolves.toBeTruthy();
  env.flags.showTwoFactorAuthenticationUi = false;
  expect(label()).not.toContain('Two-factor authentication');
  expect(await refusalOf(grace.open(twoFactorPage, {}))).toEqual(notFound);
});

// @spec 6: showInsightsPage: Company Insights, the page and its line in the menu
test('showInsightsPage shows the page and its item in the menu', async () => {
  expect((await grace.open(insightsPage, labs)).data.list?.total).toBe(1);
  let tools = (showInsights: boolean) =>
    toolLinks({ owner: { tag: 'user', context: 'ada' }, showInsights }).map(({ label }) => label);
  expect(tools(true)).toContain('Company Insights');
  expect(tools(false)).not.toContain('Company Insights');
  env.flags.showInsightsPage = false;
  expect(await refusalOf(grace.open(insightsPage, labs))).toEqual(notFound);
  let refused = (await grace.open<unknown>(insightsPage, labs).catch((thrown: unknown) => thrown)) as Response;
  expect(await refused.json()).toMatchObject({
    title: 'Companies is turned off',
    message: 'Administrators: set FEATURE_FLAGS=recommended,showInsightsPage',
  });
});

// @spec 6: showScarfScore: the score only for product admins (and super analysts) with the flag
test('showScarfScore shows points to platform admins and super analysts only', async () => {
  let points = async (who: Browser) => (await who.open(insightsPage, labs)).data.withPoints;
  let [root, mary] = await Promise.all([browserOf(world, 'root'), browserOf(world, 'mary')]);
  expect([await points(root), await points(mary), await points(grace)]).toEqual([true, false, false]);
  await grantFeature(world.records, world.ids.get('mary') ?? '', 'is-super-analyst');
  expect(await points(mary)).toBe(true);
  env.flags.showScarfScore = false;
  expect([await points(root), await points(mary)]).toEqual([false, false]);
});

describe('showDomainVerification', () => {
  let domain: Domain;
  let toolAt = { ...labs, packageType: 'file', packageName: 'tool' };
  beforeAll(async () => {
    let params = { ...labs, package_id: tool.id };
    domain = await maker.ask(domainsApi.createPackageDomain, { params, body: { name: 'dl.example.com' } });
    await world.gateway.domainChecks.runDue();
  });
  let status = async () => (await grace.open(setupPage, toolAt)).hosting!.statuses[domain.id];
  let check = async () => {
    let next = '/packages/hopper-labs/file/tool';
    return redirectOf(await grace.post(checkDomain, { ...labs, domainId: domain.id }, { next }));
  };

  test('on: the found records and the time of the next check are shown', async () => {
    dns.records = { CNAME: { 'dl.example.com': 'elsewhere.example' } };
    expect(await check()).toEqual({ status: 303, to: '/packages/hopper-labs/file/tool', toast: 'domain_not_verified' });
    expect(await status()).toMatchObject({
      state: 'missing',
      records: [{ found: ['elsewhere.example'] }, {}],
      next_check_at: expect.any(String),
    });
  });

  // @spec 6: showDomainVerification: needed DNS records, status, "Check now" per custom domain;
  //   what was found instead and the next check are behind the flag
  test('off: only the records, the status and the check are shown', async () => {
    env.flags.showDomainVerification = false;
    expect(await status()).toMatchObject({
      state: 'missing',
      records: [{ type: 'CNAME', value: 'hopper-labs.gateway.localhost', found: [] }, { type: 'TXT' }],
      next_check_at: null,
    });
    expect((await grace.open(editPixel, { ...labs, pixelId: manual.id })).statuses).toEqual({});
    dns.records = { CNAME: { 'dl.example.com': 'hopper-labs.gateway.localhost' } };
    expect(await check()).toMatchObject({ toast: 'domain_verified' });
    expect((await status())?.state).toBe('verified');
    dns.records = {};
    expect(await check()).toMatchObject({ toast: 'domain_stays_verified' });
  });

  test('a check redirects within this site only, and needs write access and an existing domain', async () => {
    let domainId = domain.id;
    let elsewhere = await grace.post(checkDomain, { ...labs, domainId }, { next: 'https://evil.example' });
    expect(redirectOf(elsewhere).to).toBe('/home');
    let linus = await browserOf(world, 'linus');
    expect((await linus.post(checkDomain, { ...labs, domainId })).status).toBe(403);
    expect((await grace.post(checkDomain, { ...labs, domainId: 'none' })).status).toBe(404);
  });
});

describe('reports by variable', () => {
  test('are collapsed at first', async () => {
    let { report: closed, query } = await report('?pixels=show&by=country');
    expect(closed?.variables).toEqual({ packages: null, pixels: null });
    expect(query).toMatchObject({ by: [], pixels: 'show', variables: '', variable: '' });
  });

  // @spec 6: Reports by variable, one variable at a time
  test('show the most frequent variable first, or the selected one', async () => {
    let open = (await report('?variables=show')).report?.variables.packages;
    expect(open).toMatchObject({ names: ['version', 'arch'], chosen: 'version' });
    expect(open?.bars.map(({ name, value, inner }) => [name, value, inner])).toEqual([
      ['1.0', '2', '1'],
      ['2.0', '1', '1'],
    ]);
    let { report: chosen, form } = await report('?variable=arch');
    expect(chosen?.variables.packages).toMatchObject({ chosen: 'arch', bars: [{ name: 'arm64', value: '1' }] });
    expect(form.kept).toMatchObject({ variable: 'arch' });
  });

  // @spec 6: hidePixelVariables: reports on the variables of pixel views are hidden
  test('hidePixelVariables hides the variables of pixels', async () => {
    let query = '?pixels=show&variables=show';
    expect((await report(query)).report?.variables).toMatchObject({
      packages: { chosen: 'version' },
      pixels: { names: ['campaign'], bars: [{ name: 'spring', value: '1' }] },
    });
    env.flags.hidePixelVariables = true;
    expect(Object.keys((await report(query)).report?.variables ?? {})).toEqual(['packages']);
  });
});

// @spec 6: disableAdjustRollupUi: no choice of days, weeks, months; the automatic one holds
test('disableAdjustRollupUi removes the choice of the step, and the automatic step applies', async () => {
  let query = '?range=last-30-days&rollup=weekly';
  expect(await report(query)).toMatchObject({ withStep: true, fields: { rollup: 'weekly' } });
  env.flags.disableAdjustRollupUi = true;
  let page = await report(query);
  expect(page).toMatchObject({ withStep: false, fields: { rollup: '' } });
  expect(page.report?.charts[0]?.html).toContain('Day (UTC)');
});

test('the home page shows a message when a filter excludes all events', async () => {
  let nobody = { name: 'Nowhere', company_name: { op: 'equals' as const, values: ['nowhere'] } };
  let { id } = await maker.ask(filtersApi.createFilter, { params: labs, body: nobody });
  let { data: page } = await grace.open(homePage, labs, `/home/hopper-labs?filter_id=${id}`);
  expect(page).toMatchObject({
    home: { state: 'hidden' },
    filters: { without: '/home/hopper-labs?range=last-24-hours' },
  });
  expect((await grace.open(homePage, labs)).data.home?.state).toBe('active');
  await maker.ask(filtersApi.deleteFilter, { params: { ...labs, filter_id: id } });
});

describe('showFilteringUi', () => {
  let filterId: string;
  let otherId: string;
  beforeAll(async () => {
    let body = { name: 'Nobody', company_name: { op: 'equals' as const, values: ['nobody'] } };
    filterId = (await maker.ask(filtersApi.createFilter, { params: labs, body })).id;
    otherId = (await maker.ask(filtersApi.createFilter, { params: labs, body: { ...body, name: 'Other' } })).id;
  });

  test('on: pages, tabs and the menu of saved filters are there', async () => {
    await expect(grace.open(filtersPage, {})).resolves.toBeTruthy();
    expect(labelsOf(accountGroups())).toContain('Filters');
    expect(labelsOf(organizationGroups('hopper-labs', 'owner'))).toContain('Filters');
    let { filters } = await report('');
    expect(filters.chips.map(({ label }) => label)).toEqual(['All events', 'Nobody', 'Other']);
    expect(filters.settings).toBe('/organizations/hopper-labs/filters');
  });

  // @spec 6: showFilteringUi: pages, tabs and menu of filters
  test('off: pages, tabs and the menu are not there', async () => {
    env.flags.showFilteringUi = false;
    let at = { ...labs, filterId: otherId };
    for (let loader of [filtersPage, filtersPage, newFilter])
      expect(await refusalOf(grace.open<unknown>(loader, labs))).toEqual(notFound);
    for (let action of [excludeOwn, setBots, saveFilter, removeFilter])
      expect((await grace.post(action, at, { filtered: 'yes' })).status).toBe(404);
    expect(labelsOf(accountGroups())).not.toContain('Filters');
    expect(labelsOf(organizationGroups('hopper-labs', 'owner'))).not.toContain('Filters');
    expect((await report('')).filters).toMatchObject({ chips: [], settings: null });
  });

  // @spec 6: showFilteringUi off: a filter_id in an address still holds
  test('off: a filter in the address still applies, with a link to remove it', async () => {
    env.flags.showFilteringUi = false;
    let { filters, report: filtered } = await report(`?filter_id=${filterId}`);
    expect(filtered?.totals.downloads).toBe(0);
    expect(filters.chips.map(({ label, on }) => [label, on])).toEqual([
      ['All events', false],
      ['Nobody', true],
    ]);
  });
});

// @spec 6: showUserAgentUi: downloads by user agent, and the agent of each event of a company
test('showUserAgentUi shows a list of user agents, and the agent of each event', async () => {
  let company = { ...labs, companyDomain: 'acme.example' };
  let agents = async () => (await grace.open(companyPage, company)).company.events!.lines.map((line) => line.userAgent);
  let { links, report: shown } = await report('?by=agent');
  expect(links.tabs.client.map(({ label }) => label)).toContain('User agent');
  expect(shown?.lists.client).toMatchObject({
    label: 'User agent',
    bars: [{ name: 'curl/8.1.2', value: '2' }, { name: 'No user agent sent' }],
  });
  expect((await agents()).sort()).toEqual(['', 'curl/8.1.2', 'curl/8.1.2']);
  env.flags.showUserAgentUi = false;
  let hidden = await report('?by=agent');
  expect(hidden.links.tabs.client.map(({ label }) => label)).not.toContain('User agent');
  expect(hidden.report?.lists.client.label).toBe('Client');
  expect(await agents()).toEqual(['', '', '']);
});

describe('showFilePackageCatchAllRedirectTargetDomain', () => {
  let toolAt = { ...labs, packageType: 'file', packageName: 'tool' };
  let kept = async () =>
    (await maker.ask(packagesApi.getPackageById, { params: { ...labs, package_id: tool.id } }))[target];
  const target = 'catch_all_redirect_target_domain';

  // @spec 6: showFilePackageCatchAllRedirectTargetDomain: the field of file packages
  test('on: the target can be set, is refused on its field, and is removed by an empty field', async () => {
    expect(await grace.open(newPackage, labs)).toMatchObject({ withCatchAll: true });
    expect(await grace.open(editPackage, toolAt)).toMatchObject({ withCatchAll: true });
    let wrong = await refusedForm(
      await grace.post(savePackage, toolAt, { importance: 'mid', [target]: 'http://static.localhost' }),
    );
    expect(Object.keys(wrong.error ?? {})).toEqual([target]);
    await grace.post(savePackage, toolAt, { importance: 'mid', [target]: 'https://files.example.com' });
    expect(await kept()).toBe('https://files.example.com');
    await grace.post(savePackage, toolAt, { importance: 'mid', [target]: '' });
    expect(await kept()).toBeUndefined();
  });

  test('off: there is no field, and a target set before stays', async () => {
    await grace.post(savePackage, toolAt, { importance: 'mid', [target]: 'https://files.example.com' });
    env.flags.showFilePackageCatchAllRedirectTargetDomain = false;
    expect(await grace.open(newPackage, labs)).toMatchObject({ withCatchAll: false });
    expect(await grace.open(editPackage, toolAt)).toMatchObject({ withCatchAll: false });
    await grace.post(savePackage, toolAt, { importance: 'high' });
    expect(await kept()).toBe('https://files.example.com');
    let posted = { type: 'file', name: 'late', incoming_path: '/late', [target]: 'https://files.example.com' };
    expect(NewPackageInput.parse(posted)).not.toHaveProperty(target, 'https://files.example.com');
  });
});
