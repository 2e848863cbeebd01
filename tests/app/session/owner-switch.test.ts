/** Context switching (section 2 of the specification) from every page. */
import { switchOwner } from 'app/session/owner-switch.server';
import type { OwnerContext } from 'app/links/paths';
import { describe, expect, test } from 'vitest';
import { routeAt, routePatterns } from '../../support/route-patterns';

const ada: OwnerContext = { tag: 'user', context: 'ada' };
const labs: OwnerContext = { tag: 'organization', context: 'labs' };
const univac: OwnerContext = { tag: 'organization', context: 'univac' };

/** Pages that stay and only change their owner. */
const keepsPath = [
  '/home/:owner',
  '/dashboard/:owner',
  '/live/:owner',
  '/analytics/:owner',
  '/analytics/:owner/recount',
  '/analytics/:owner/scripts',
  '/analytics/:owner/ai-agents',
  '/packages/:owner/overview',
  '/packages/:owner/management',
  '/companies/:owner/:companyDomain',
  '/company-corrections/:owner',
  '/annotations/:owner',
  '/collections/:owner',
  '/insights/:owner',
  '/pixels/:owner',
  '/new-pixel/:owner',
  '/new-package/:owner',
];

/** Pages about one item of an owner, with the list that they lead to. */
const leadsTo: Record<string, string> = {
  '/company-corrections/:owner/new': '/company-corrections/:owner',
  '/annotations/:owner/new': '/annotations/:owner',
  '/annotations/:owner/:annotationId': '/annotations/:owner',
  '/packages/:owner/:packageType/:packageName': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/companies': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/set-up': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/settings': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/edit': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/delete': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/domains': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/domains/:domainId/delete': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/leave': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/members': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/members/:username': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/members/:username/delete': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/notifications': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/badges': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/fallbacks': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/registry-counts': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/registry-counts/delete': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/versions': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/versions/restoration': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/routes': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/routes/:routeId': '/packages/:owner/overview',
  '/packages/:owner/:packageType/:packageName/routes/:routeId/delete': '/packages/:owner/overview',
  '/pixels/:owner/:pixelId/edit': '/pixels/:owner',
  '/pixels/:owner/:pixelId/delete': '/pixels/:owner',
  '/pixels/:owner/:pixelId/domains': '/pixels/:owner',
  '/pixels/:owner/:pixelId/domains/:domainId/delete': '/pixels/:owner',
  '/collections/:owner/:collectionId/edit': '/collections/:owner',
  '/collections/:owner/:collectionId/delete': '/collections/:owner',
  '/companies/:owner/:companyDomain/erasure': '/analytics/:owner',
  '/endpoints/:owner/:endpointId/erasure': '/analytics/:owner',
  '/new-pixel/:owner/:pixelId/created': '/pixels/:owner',
  '/new-package/:owner/:packageId/created': '/packages/:owner/overview',
};

/** Pages of an account and of an organization that correspond to each other. */
const twins: [account: string, organization: string][] = [
  ['/account', '/organizations/:owner'],
  ['/account/lead-generation', '/organizations/:owner/lead-generation'],
  ['/account/filters', '/organizations/:owner/filters'],
  ['/account/billing', '/organizations/:owner/billing'],
  ['/account/subscriptions', '/organizations/:owner/subscriptions'],
  ['/account/audit', '/organizations/:owner/audit'],
  ['/account/retention', '/organizations/:owner/retention'],
  ['/account/alerts', '/organizations/:owner/alerts'],
  ['/account/share-links', '/organizations/:owner/share-links'],
  ['/account/exports', '/organizations/:owner/exports'],
  ['/account/imports', '/organizations/:owner/imports'],
  ['/account/archive', '/organizations/:owner/archive'],
];

/**
 * Pages of any owner that lead to a page of the account, or to the corresponding page of the
 * organization.
 */
const leadsToTwin: Record<string, string> = {
  '/billing/:owner/card': '/account/billing',
  '/billing/:owner/plan': '/account/billing',
  '/billing/:owner/invoices/:invoiceId': '/account/billing',
  '/billing/:owner/subscriptions/:subscriptionId/cancellation': '/account/billing',
  '/filters/:owner/new': '/account/filters',
  '/filters/:owner/add-condition': '/account/filters',
  '/alerts/:owner/new': '/account/alerts',
  '/alerts/:owner/:alertId': '/account/alerts',
  '/destinations/:owner/new': '/account/alerts',
  '/destinations/:owner/:destinationId': '/account/alerts',
  '/destinations/:owner/:destinationId/secret': '/account/alerts',
  '/share-links/:owner/new': '/account/share-links',
  '/share-links/:owner/:shareId': '/account/share-links',
  '/share-links/:owner/:shareId/end': '/account/share-links',
  '/account/imports/:importId': '/account/imports',
  '/organizations/:owner/imports/:importId': '/account/imports',
  '/leads/:owner/questionnaire': '/account/lead-generation',
  '/leads/:owner/restricted-answers': '/account/lead-generation',
  '/data-providers/:owner/:provider': '/account',
};

/**
 * Pages that only organizations have, with the page they lead to in another organization. Switching
 * to an account leads from all of them to the first page of the account.
 */
const ofOrganizations: Record<string, string> = {
  '/organizations/:owner/members': '/organizations/:owner/members',
  '/organizations/:owner/members/:username': '/organizations/:owner/members',
  '/organizations/:owner/members/:username/delete': '/organizations/:owner/members',
  '/organizations/:owner/delete': '/organizations/:owner',
  '/organizations/:owner/leave': '/organizations/:owner',
};

/** The address of a pattern for one owner. Other parameters get a name that must be encoded. */
function at(pattern: string, { context }: OwnerContext): string {
  return pattern.replace(':owner', context).replace(/:(\w+)/g, '%40a%2F$1');
}

describe.each([
  [ada, labs],
  [labs, ada],
  [labs, univac],
])('from %j to %j', (from, to) => {
  // @spec 2: Context switching: other routes keep their path and replace the owner
  test.each(keepsPath)('%s is kept', (pattern) => {
    expect(switchOwner(at(pattern, from), to)).toBe(at(pattern, to));
  });

  // @spec 2: Context switching: package detail leads to the packages overview
  test.each(Object.entries(leadsTo))('%s leads to %s', (pattern, target) => {
    expect(switchOwner(at(pattern, from), to)).toBe(at(target, to));
  });

  // @spec 2: Context switching: /account and /organizations/[owner] with lead-generation and
  //   filters, both ways
  test.each(twins)('%s and %s lead to each other', (account, organization) => {
    let page = from.tag === 'user' ? account : organization;
    let target = to.tag === 'user' ? account : organization;
    expect(switchOwner(at(page, from), to)).toBe(at(target, to));
  });

  test.each(Object.entries(leadsToTwin))('%s leads to the same page as %s', (pattern, account) => {
    let organization = twins.find(([page]) => page === account)?.[1] ?? '';
    expect(switchOwner(at(pattern, from), to)).toBe(at(to.tag === 'user' ? account : organization, to));
  });

  test.each(Object.entries(ofOrganizations))('%s leads to %s, or to the account', (pattern, target) => {
    expect(switchOwner(at(pattern, labs), to)).toBe(to.tag === 'user' ? '/account' : at(target, to));
  });
});

const allMapped = [
  ...keepsPath,
  ...Object.keys(leadsTo),
  ...twins.flat(),
  ...Object.keys(leadsToTwin),
  ...Object.keys(ofOrganizations),
];

test('pages without an owner stay as they are', () => {
  let rest = routePatterns.filter(({ path, isPage }) => isPage && !allMapped.includes(path) && path !== '/search');
  expect(rest.length).toBeGreaterThan(20);
  for (let { path } of rest) expect(switchOwner(at(path, ada), labs)).toBe(at(path, ada));
});

test('every page with an owner in its address is in one of the tables', () => {
  let owned = routePatterns.filter(({ path, isPage }) => isPage && path.includes(':owner')).map(({ path }) => path);
  // Pages about any owner.
  let ofAnyone = owned.filter((path) => /^\/(?:admin|data-collection)\//.test(path));
  for (let path of ofAnyone) expect(switchOwner(at(path, ada), labs)).toBe(at(path, ada));
  let unknown = owned.filter((path) => !allMapped.includes(path) && !isSectionOfOrganization(path));
  expect(unknown).toEqual(ofAnyone);
});

/** Sections of organizations that are added later follow the same rule. */
function isSectionOfOrganization(path: string): boolean {
  return /^\/organizations\/:owner\/[^/:]+$/.test(path);
}

test('a switch always ends on a page that exists', () => {
  for (let { path, isPage } of routePatterns)
    for (let to of [ada, labs]) {
      let target = switchOwner(at(path, univac), to);
      if (isPage) expect(routeAt(target), `${path} to ${target}`).toBeDefined();
    }
});

describe('the query', () => {
  test.each([
    ['/analytics/labs?range=last-month', '/analytics/ada?range=last-month'],
    ['/home/labs?filter_id=7', '/home/ada'],
    ['/analytics/labs?range=last-month&package=1&filter_id=2', '/analytics/ada?range=last-month'],
    ['/new-package/labs?type=docker', '/new-package/ada?type=docker'],
    ['/pixels/labs?page=2', '/pixels/ada'],
    ['/search?owner=labs&q=engine', '/search?owner=ada&q=engine'],
    ['/organizations/labs/audit?page=2', '/account/audit'],
    ['/admin?q=x', '/admin?q=x'],
  ])('%s leads to %s', (from, to) => {
    expect(switchOwner(from, ada)).toBe(to);
  });
});
