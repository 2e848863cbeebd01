/**
 * Every page while one of its calls fails: each in turn, found by recording what the page asks for.
 * Only the calls that a page is about may close it.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { env } from 'app/config/env.server';
import { pageWarningHeader, partIsMissing } from 'app/config/browser-messages';
import { operationOf, pageVisits, type Person } from '../../support/page-visits';
import { allPages, mainPages } from '../../support/pages';
import { createWorld, type World } from '../../support/world';

let world: World;
let visit: ReturnType<typeof pageVisits>;

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  Object.assign(env.flags, { showInsightsPage: true, showFilteringUi: true, showS3ExportUi: true });
  world = await createWorld({ demoEvents: 300 });
  visit = pageVisits(world);
});
afterAll(() => world.close());

/** Opens a page; `fails` is the number of the call that the gateway answers with an error. */
async function open(path: string, person: Person, fails = -1, withStatus = 500) {
  let calls: string[] = [];
  let answer = await visit(path, person, (request, from) => {
    calls.push(operationOf(request));
    let refused = { code: 'unknown-here', message: 'No.' };
    if (calls.length - 1 === fails) return Promise.resolve(Response.json(refused, { status: withStatus }));
    return world.gateway.api(request, from);
  });
  return { calls, status: answer.status, headers: answer.headers, html: await answer.text() };
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
  [['getLastEvent', 'getPackages', 'getTrackingPixels', 'getUserOrganizations'], ['recount']],
  [['createOnePathToken', 'getPackages', 'getTrackingPixels', 'getUserOrganizations'], ['script-links']],
  [['getPackages'], ['packages']],
  [['getCollections', 'getPackagesOverview'], ['packages-management']],
  [['getCollections'], ['collections']],
  [
    ['getPackageByName', 'getUserOrganizations'],
    ['package-companies', 'package-set-up', 'package-settings', 'package-edit', 'package-delete'],
  ],
  [
    ['exportEntityAggregations', 'getPackageByName', 'getUserOrganizations'],
    ['package-file', 'package-docker'],
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
  [['getAlerts'], ['alerts-account']],
  [['getAlerts', 'getUserOrganizations'], ['alerts']],
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
  [['getLeadQuestionnaire', 'getUserOrganizations'], ['leads-questionnaire']],
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
  [
    ['exportEntityAggregations', 'getOwnPackagePermission', 'getPackageByName', 'getUserOrganizations'],
    ['package-of-a-person'],
  ],
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
    ['package-version'],
  ],
  [
    ['exportEntityAggregations', 'getOwnPackagePermission', 'getPackageByName', 'getUserOrganizations'],
    ['package-versions'],
  ],
];

/** Calls of the header and the search, which are left out without a word. */
const silent = [
  'getUser',
  'getUserInformation',
  'getUserOrganizations',
  'getFeatures',
  'getRecoveryCodes',
  'getCompanies',
];

describe.each([
  ...mainPages.map((part) => ({ ...part, tags: [] })),
  ...allPages.map((part) => ({ ...part, tags: ['slow'] })),
])('$whose', ({ pages, person, tags }) => {
  // Dozens of times the same page.
  test.each(pages)('%s', { tags, timeout: 240_000 }, async (name, path) => {
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
  let calls = (await open('/packages/hopper-labs/file/flowmatic/settings', 'grace')).calls;
  let page = await open(
    '/packages/hopper-labs/file/flowmatic/settings',
    'grace',
    calls.indexOf('getPackageNotifications'),
  );
  expect(page.html).toContain(partIsMissing);
  expect(page.html).toContain(`${warning} (packages). Reload the page to try again.`);
  let data = await open('/packages/hopper-labs/file/flowmatic/settings.data', 'grace');
  expect(data.headers.has(pageWarningHeader)).toBe(false);
  let partly = data.calls.indexOf('getPackageNotifications');
  data = await open('/packages/hopper-labs/file/flowmatic/settings.data', 'grace', partly);
  expect(decodeURIComponent(data.headers.get(pageWarningHeader) ?? '')).toContain(warning);
});

test.each([
  [403, 'You don’t have access to part of this page (packages).'],
  [404, 'Part of this page does not exist or was deleted (packages).'],
  [422, 'Part of this page cannot be shown (packages): the request was not valid.'],
  [429, 'Part of this page was requested too often (packages). Wait a minute, then reload the page.'],
  [503, 'Part of this page could not be loaded (packages). Reload the page to try again.'],
])('a part that is refused with %i says what is true of it', async (status, sentence) => {
  let path = '/packages/hopper-labs/file/flowmatic/settings';
  let { calls } = await open(path, 'grace');
  let { html } = await open(path, 'grace', calls.indexOf('getPackageNotifications'), status);
  expect(html).toContain(sentence);
  expect(html.match(/Reload the page to try again/g)?.length ?? 0).toBe(status === 503 ? 1 : 0);
});

test('a form asks for no password while it is unknown whether the person has one', async () => {
  let { calls } = await open('/account/security', 'grace');
  let page = await open('/account/security', 'grace', calls.indexOf('getConfirmation'));
  expect(page.html).toContain('We could not check how you confirm your identity.');
  expect(page.html).not.toMatch(/name="current_password"/);
});

test('a subscription that could not be loaded is not called another status', async () => {
  let { calls } = await open('/subscriptions', 'grace');
  let page = await open('/subscriptions', 'grace', calls.lastIndexOf('getSubscriptionInfo'));
  expect(page.html).toContain(partIsMissing);
  expect(page.html).not.toContain('Other</');
});

test('the end of a session is no missing part', async () => {
  let { calls } = await open('/home/hopper-labs', 'grace');
  let page = await open('/home/hopper-labs', 'grace', calls.indexOf('getAnnotations'), 401);
  expect([page.status, page.headers.get('location')]).toEqual([303, '/login']);
});
