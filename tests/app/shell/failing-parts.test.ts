/**
 * Every page while one of its calls fails: each in turn, found by recording what the page asks for.
 * Only the calls that a page is about may close it.
 */
import type { AppLoadContext } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { env } from 'app/config/env.server';
import { pageWarningHeader, partIsMissing } from 'app/config/browser-messages';
import { sessionCookie } from 'app/session/session-cookie.server';
import { routes } from 'contract/routes';
import { pageServer } from '../../support/page-server';
import { allPages, mainPages } from '../../support/pages';
import { createWorld, type World } from '../../support/world';

let world: World;
let serve: ReturnType<typeof pageServer>;

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  Object.assign(env.flags, { showInsightsPage: true, showFilteringUi: true, showS3ExportUi: true });
  world = await createWorld({ demoEvents: 300 });
  serve = pageServer();
});
afterAll(() => world.close());

const patterns = routes.map(({ id, method, path }) => ({
  id,
  method,
  path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation that a request calls, such as `getPackages`. */
function operationOf({ method, url }: Request): string {
  let { pathname } = new URL(url);
  let fits = patterns.filter((one) => one.method === method && one.path.test(pathname));
  // A fixed step is meant rather than a name.
  return (
    fits.toSorted(
      (a, b) => b.path.source.replaceAll('[^/]+', '').length - a.path.source.replaceAll('[^/]+', '').length,
    )[0]?.id ?? pathname
  );
}

type Person = 'grace' | 'root' | undefined;

/** Opens a page; `fails` is the number of the call that the gateway answers with an error. */
async function open(path: string, person: Person, fails = -1, withStatus = 500) {
  let calls: string[] = [];
  let gateway: AppLoadContext['gateway'] = (request, from) => {
    calls.push(operationOf(request));
    let refused = { code: 'unknown-here', message: 'No.' };
    if (calls.length - 1 === fails) return Promise.resolve(Response.json(refused, { status: withStatus }));
    return world.gateway.api(request, from);
  };
  let request = new Request(`http://dashboard.test${path}`, {
    headers: { host: 'dashboard.test', cookie: person ? await cookieOf(person) : '' },
  });
  let answer = await serve(request, { gateway });
  return { calls, status: answer.status, headers: answer.headers, html: await answer.text() };
}

const cookies = new Map<string, string>();

async function cookieOf(person: 'grace' | 'root'): Promise<string> {
  let known = cookies.get(person);
  if (known) return known;
  let { token = '' } = await world.as(person);
  let session = { v: 2, token, username: person, context_v1: { tag: 'user', context: person } } as const;
  let [cookie = ''] = sessionCookie(session).split(';');
  let all = `${cookie}; __confirmation=${await world.confirmation(token)}`;
  cookies.set(person, all);
  return all;
}

const warning = 'Part of this page could not be loaded';

/**
 * The calls that pages are about: their subject, and who may see it. Without these answers there is
 * no page.
 */
const subjects: readonly (readonly [calls: readonly string[], pages: readonly string[]])[] = [
  [
    ['getAdministeredOwner', 'getFeatures'],
    [
      'admin-owner',
      'admin-owner-organization',
      'admin-owner-suspension',
      'admin-owner-suspension-end',
      'admin-owner-password-reset',
      'admin-owner-delete',
    ],
  ],
  [['getPasswordReset'], ['reset-link-used']],
  [['getFirstAdministrator'], ['first-administrator-link-used']],
  [['getEmailChange'], ['new-address-link-used']],
  [['getEmailVerification'], ['verify-link-used']],
  [['getUnsubscription'], ['unsubscribe-unknown']],
  [['getInvite'], ['invite-used']],
  [['getPublicShare'], ['share-unknown']],
  [['getDataCollection'], ['data-collection']],
  [
    ['exportEntityAggregations', 'getPackages', 'getTrackingPixels'],
    [
      'home',
      'home-empty',
      'dashboard',
      'analytics',
      'analytics-conditions',
      'analytics-today',
      'analytics-calendar',
      'analytics-packages',
      'analytics-variables',
    ],
  ],
  [['getAiAgents'], ['ai-agents', 'ai-agents-empty']],
  [['getLiveEvents', 'getUserOrganizations'], ['live']],
  [['getLiveEvents'], ['live-empty']],
  [['getPackages', 'getTrackingPixels', 'getUserOrganizations', 'recountReport'], ['recount']],
  [['createOnePathToken', 'getPackages', 'getTrackingPixels', 'getUserOrganizations'], ['script-links']],
  [['getPackages'], ['packages']],
  [['getCollections', 'getPackagesOverview'], ['packages-management']],
  [['getCollections'], ['collections']],
  [
    ['getPackageByName', 'getUserOrganizations'],
    ['package-file', 'package-docker', 'package-edit', 'package-delete'],
  ],
  [['getPackageByName', 'getPackageDomains', 'getPackageRoutes', 'getUserOrganizations'], ['package-route-new']],
  [['getPackageByName', 'getPackageNotifications', 'getUser', 'getUserOrganizations'], ['package-notifications']],
  [
    ['getUserOrganizations'],
    [
      'new-package',
      'new-package-docker',
      'new-package-file',
      'annotation-new',
      'new-pixel',
      'organizations',
      'organization-leave',
      'alert-kinds',
      'destination-webhook',
      'destination-email',
      'filter-new',
      'leads-restricted',
      'subscriptions-all',
    ],
  ],
  [['getCompanies'], ['insights']],
  [['getAnnotations'], ['annotations']],
  [['getCompanyCorrections', 'getNetworks'], ['company-corrections']],
  [['getNetworks', 'getUserOrganizations'], ['company-correction']],
  [['getTrackingPixels'], ['pixels']],
  [['getFeatures'], ['app-configuration', 'app-configuration-admin']],
  [['getUser'], ['account', 'account-display']],
  [['getSessions'], ['account-security', 'account-sessions']],
  [['getEmailPreferences', 'getUser'], ['account-email']],
  [['getApiTokens'], ['account-tokens']],
  [['getAuditEvents'], ['account-audit']],
  [
    ['getOrganization', 'getUserOrganizations'],
    ['organization', 'organization-delete'],
  ],
  [['getOrganizationMembers', 'getUserOrganizations'], ['organization-members']],
  [
    ['getOrganizationMember', 'getUserOrganizations'],
    ['organization-member', 'organization-member-delete'],
  ],
  [['getAuditEvents', 'getUserOrganizations'], ['organization-audit']],
  [['getAlerts', 'getDestinations'], ['alerts-account']],
  [['getAlerts', 'getDestinations', 'getUserOrganizations'], ['alerts']],
  [['getShareLinks', 'getUserOrganizations'], ['share-links']],
  [['getShareLinks'], ['share-links-account']],
  [['getPackages', 'getShareLinks', 'getTrackingPixels', 'getUserOrganizations'], ['share-link-new']],
  [['getPackages', 'getScheduledExports', 'getTrackingPixels'], ['account-exports']],
  [['getEventImports'], ['account-imports']],
  [['getArchives'], ['account-archive']],
  [['getArchives', 'getUserOrganizations'], ['organization-archive']],
  [['getCompany'], ['company']],
  [['getEventImports', 'getUserOrganizations'], ['organization-imports']],
  [
    ['getPackages', 'getScheduledExports', 'getTrackingPixels', 'getUserOrganizations'],
    ['organization-exports', 'organization-exports-refused'],
  ],
  [['getFilters'], ['filters-account']],
  [['getFilters', 'getUserOrganizations'], ['filters']],
  [
    ['getPackages', 'getTrackingPixels'],
    ['filter-unknown', 'foreign-owner', 'unknown-owner'],
  ],
  [['getLeadQuestionnaire', 'getLeads', 'getUserOrganizations'], ['leads']],
  [['getLeadQuestionnaire', 'getLeads'], ['leads-account']],
  [['getDataProviders'], ['data-provider']],
  [['getTwoFactor'], ['two-factor']],
  [
    ['getBilling', 'getUserOrganizations'],
    ['billing', 'billing-card'],
  ],
  [['getBilling'], ['billing-account']],
  [['getBilling', 'getOfferedProducts', 'getPaymentMethod', 'getUserOrganizations'], ['billing-plan']],
  [['getSubscriptions', 'getUserOrganizations'], ['subscriptions']],
  [['getSubscriptions'], ['subscriptions-account']],
  [['search'], ['search']],
  [
    ['getFeatures', 'getOwners'],
    ['admin', 'admin-none'],
  ],
  [['getFeatures', 'getUnverifiedDomains'], ['admin-domains']],
  [['getFeatures', 'getGivenUpName'], ['admin-names']],
  [['getFeatures', 'getInstallationStatus'], ['admin-status']],
  [['getFeatures', 'getProducts'], ['admin-products']],
  [['getDiscounts', 'getFeatures'], ['admin-discounts']],
  [['getAllAuditEvents', 'getFeatures'], ['admin-audit']],
  [['getOwnPackagePermission', 'getPackageByName', 'getUserOrganizations'], ['package-of-a-person']],
  [
    ['getOwnPackagePermission', 'getPackageByName', 'getPackagePermissions', 'getUserOrganizations'],
    ['package-members'],
  ],
  [
    ['getFallbackTargets', 'getOwnPackagePermission', 'getPackageByName', 'getUserOrganizations'],
    ['package-fallbacks'],
  ],
  [
    ['getOwnPackagePermission', 'getPackageByName', 'getRegistryCounts', 'getUserOrganizations'],
    ['package-registry-counts', 'package-registry-counts-delete'],
  ],
  [
    [
      'exportEntityAggregations',
      'getOwnPackagePermission',
      'getPackageByName',
      'getUserOrganizations',
      'getWithdrawnVersions',
    ],
    ['package-versions', 'package-version'],
  ],
  [
    [
      'exportEntityAggregations',
      'getOwnPackagePermission',
      'getPackageByName',
      'getUserOrganizations',
      'getWithdrawnVersions',
    ],
    ['package-versions', 'package-version'],
  ],
];

/** Calls of the header and the search, which are left out without a word. */
const silent = ['getUser', 'getUserOrganizations', 'getFeatures', 'getRecoveryCodes', 'getCompanies'];

describe.each([
  ...mainPages.map((part) => ({ ...part, tags: [] })),
  ...allPages.map((part) => ({ ...part, tags: ['slow'] })),
])('$whose', ({ pages, person, tags }) => {
  test.each(pages)('%s', { tags }, async (name, path) => {
    let whole = await open(path, person);
    expect(whole.html).not.toContain(warning);
    let closing: string[] = [];
    let unsaid: string[] = [];
    for (let [i, call] of whole.calls.entries()) {
      let { status, html } = await open(path, person, i);
      if (status === 500) closing.push(call);
      else if (whole.status === 200 && !html.includes(warning)) unsaid.push(call);
    }
    let [subject = []] = subjects.find(([, names]) => names.includes(name)) ?? [];
    expect([...new Set(closing)].sort()).toEqual(subject);
    expect(unsaid.filter((call) => !silent.includes(call))).toEqual([]);
    // Of all numbers of a report, only its totals.
    expect(closing.filter((call) => call === 'exportEntityAggregations').length).toBeLessThan(2);
  });
});

test('a part that is missing has a note in its place, and a navigation says it in a header', async () => {
  let calls = (await open('/packages/hopper-labs/file/flowmatic', 'grace')).calls;
  let page = await open('/packages/hopper-labs/file/flowmatic', 'grace', calls.indexOf('getPackageNotifications'));
  expect(page.html).toContain(partIsMissing);
  expect(page.html).toContain(`${warning} (packages). Reload the page to try again.`);
  let data = await open('/packages/hopper-labs/file/flowmatic.data', 'grace');
  expect(data.headers.has(pageWarningHeader)).toBe(false);
  let partly = data.calls.indexOf('getPackageNotifications');
  data = await open('/packages/hopper-labs/file/flowmatic.data', 'grace', partly);
  expect(decodeURIComponent(data.headers.get(pageWarningHeader) ?? '')).toContain(warning);
});

test('the end of a session is no missing part', async () => {
  let { calls } = await open('/home/hopper-labs', 'grace');
  let page = await open('/home/hopper-labs', 'grace', calls.indexOf('getAnnotations'), 401);
  expect([page.status, page.headers.get('location')]).toEqual([303, '/login']);
});
