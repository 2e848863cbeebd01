/** Answers with nothing but the published fields, as another gateway sends them, are read. */
import { searchApi } from 'contract/packages/search';
import { packagesApi } from 'contract/packages/packages';
import { packageRoutesApi } from 'contract/packages/package-routes';
import { pixelsApi } from 'contract/packages/pixels';
import { collectionsApi } from 'contract/packages/collections';
import { domainsApi } from 'contract/packages/domains';
import { organizationsApi } from 'contract/organizations/organizations';
import { billingApi } from 'contract/billing/billing';
import { usersApi } from 'contract/accounts/users';
import { eventImportsApi } from 'contract/exports/event-imports';
import type { Route } from 'contract/rules/route';
import { expect, test } from 'vitest';

const [created_at, updated_at] = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];
const user = {
  username: 'ada',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email_verification_status: 'verified',
  days_left_for_email_verification: null,
  intercom_key: null,
};
const membership = { organization_id: '1', organization_name: 'hopper-labs', role: 'owner' };
const item = { id: '1', name: 'engine', owner: 'ada', type: 'file', created_at, updated_at };
const pixel = { id: '2', name: 'manual', owner: 'ada', created_at, updated_at };
const domain = { id: '3', name: 'a.example', owner: 'ada', package_id: '1', created_at };
const collection = { id: '4', owner: 'ada', pattern: 'ada/*', public_domain: 'a.example', backend_domain: 'docker.io' };
const route = { id: '5', incoming_path: '/a', outgoing_url: 'https://a.example/', owner: 'ada', package_id: '1' };

const answers: readonly (readonly [Route, unknown])[] = [
  [usersApi.getUser, user],
  [usersApi.getUser, { ...user, email_verification_status: 'in-review' }],
  [usersApi.login, { token: 't', username: 'ada' }],
  [usersApi.getUserOrganizations, { results: [membership] }],
  [usersApi.getUserOrganizations, { results: [membership], _links: { self: '/' } }],
  [billingApi.getSubscriptionInfo, { status: 'active' }],
  [searchApi.search, { results: [{ type: 'tracking-pixel', 'tracking-pixel': { id: '2', name: 'm', owner: 'ada' } }] }],
  [packagesApi.getPackages, { results: [item], _links: { self: '/', next: null } }],
  [packagesApi.getPackageByName, item],
  [packagesApi.getPackagesOverview, { results: [{ package: item, domains: [domain] }] }],
  [packageRoutesApi.getPackageRoutes, [{ ...route, created_at }]],
  [domainsApi.getPackageDomains, [domain]],
  [pixelsApi.getTrackingPixel, pixel],
  [pixelsApi.getTrackingPixels, { results: [pixel] }],
  [collectionsApi.getCollections, { results: [{ ...collection, type: 'docker', created_at, updated_at }] }],
  [organizationsApi.getOrganization, { id: '1', name: 'hopper-labs', created_at, updated_at }],
  [
    eventImportsApi.getEventImport,
    {
      id: '6',
      owner: 'ada',
      status: 'done',
      events_total: 1,
      events_successfully_imported: 1,
      events_failed_to_import: 0,
      error_log_sample: [],
      warning_log_sample: [],
      created_at,
      updated_at,
    },
  ],
];

test.each(answers.map(([{ id, answer }, body]) => ({ id, answer, body })))('$id', ({ answer, body }) => {
  expect(answer.safeParse(body).error?.issues).toBeUndefined();
});

test('a list without a total has that of its items', () => {
  let { total } = usersApi.getUserOrganizations.answer.parse({ results: [membership, membership] });
  expect(total).toBe(2);
});

test('a published field that is missing is refused', () => {
  let { username: _, ...rest } = user;
  expect(usersApi.getUser.answer.safeParse(rest).success).toBe(false);
  expect(packagesApi.getPackageByName.answer.safeParse({ ...item, name: undefined }).success).toBe(false);
});
