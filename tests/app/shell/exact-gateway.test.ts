/**
 * Every page in front of a gateway whose answers have the published fields and nothing else. Calls
 * that are not published are answered as by the gateway of this product.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { env } from 'app/config/env.server';
import { notReached } from 'app/config/browser-messages';
import { operationOf, pageVisits } from '../../support/page-visits';
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

type Fields = readonly string[];

const ofItem = ['id', 'name', 'owner', 'type'];
const times = ['created_at', 'updated_at'];
const ofPackage: Fields = [
  ...ofItem,
  ...times,
  'short_description',
  'long_description',
  'website',
  'repository_name',
  'backend_registry',
  'repository_url',
];
const ofDomain: Fields = ['id', 'name', 'owner', 'package_id', 'created_at'];
const ofPixel: Fields = ['id', 'owner', 'name', 'package', ...times];
const ofCollection: Fields = ['id', 'owner', 'pattern', 'public_domain', 'backend_domain', 'type', ...times];
const ofOrganization: Fields = ['id', 'name', 'description', 'billing_email', 'website', ...times];
const ofMember: Fields = ['user_id', 'username', 'role'];
const ofUser: Fields = [
  'username',
  'email',
  'first_name',
  'last_name',
  'email_verification_status',
  'days_left_for_email_verification',
  'intercom_key',
];
const ofImport: Fields = [
  'id',
  'owner',
  'status',
  'events_total',
  'events_successfully_imported',
  'events_failed_to_import',
  'error_log_sample',
  'warning_log_sample',
  ...times,
];

type Answer = Record<string, unknown>;

function only(fields: Fields, answer: unknown): Answer {
  let given = answer as Answer;
  return Object.fromEntries(fields.filter((name) => name in given).map((name) => [name, given[name]]));
}

/** A list of a page without the total; the published links where `isLinked`. */
function page(row: (answer: unknown) => unknown, isLinked = true) {
  return ({ results, _links }: Answer) => ({
    results: (results as unknown[]).map(row),
    ...(isLinked && { _links: only(['self', 'next'], _links) }),
  });
}

const each = (fields: Fields) => (answer: unknown) => only(fields, answer);
const all = (fields: Fields) => (answer: unknown) => (answer as unknown[]).map(each(fields));

/** The published part of an answer, by operation. */
const published: Record<string, (answer: never) => unknown> = {
  getUser: each(ofUser),
  getUserInformation: each(['id', 'name', 'type', ...times]),
  getUserOrganizations: page(each(['organization_id', 'organization_name', 'role']), false),
  getSubscriptionInfo: each(['status']),
  getPackages: page(each(ofPackage)),
  getPackageByName: each(ofPackage),
  getPackageById: each(ofPackage),
  getPackagesOverview: page((row) => {
    let { package: item, domains } = row as Answer;
    return { package: only(ofPackage, item), domains: all(ofDomain)(domains) };
  }, false),
  getPackageDomains: all(ofDomain),
  getPackageRoutes: all(['id', 'incoming_path', 'outgoing_url', 'owner', 'package_id', 'created_at']),
  getPackagePermissions: all(['username', 'permission_level', 'user_id']),
  getPackageTrackingPixels: all(ofPixel),
  getTrackingPixels: page(each(ofPixel)),
  getTrackingPixel: each(ofPixel),
  getCollections: page(each(ofCollection)),
  getCollection: each(ofCollection),
  getOrganization: each(ofOrganization),
  getOrganizationMembers: page(each(ofMember)),
  getOrganizationMember: each(ofMember),
  getEventImports: ({ event_imports }: { event_imports: unknown[] }) => ({
    event_imports: event_imports.map(each(ofImport)),
  }),
  getEventImport: each(ofImport),
  search: ({ results }: { results: (Answer & { type: string })[] }) => ({
    results: results.map((row) => ({ type: row.type, [row.type]: only(ofItem, row[row.type]) })),
  }),
  createOnePathToken: each(['token']),
};

/** Opens a page, and names the operations whose answers had fields that are not published. */
async function openExactly(path: string, person: Parameters<typeof visit>[1]) {
  let reduced: string[] = [];
  let answer = await visit(path, person, async (request, from) => {
    let id = operationOf(request);
    let whole = await world.gateway.api(request, from);
    let part = published[id];
    if (!part || !whole.ok) return whole;
    let text = await whole.text();
    let exact = JSON.stringify(part(JSON.parse(text) as never));
    if (exact.length < text.length) reduced.push(id);
    return new Response(exact, { status: whole.status, headers: { 'content-type': 'application/json' } });
  });
  return { status: answer.status, html: await answer.text(), reduced };
}

describe.each([
  ...mainPages.map((part) => ({ ...part, tags: [] })),
  ...allPages.map((part) => ({ ...part, tags: ['slow'] })),
])('$whose', ({ pages, person, tags }) => {
  // A recount is not published, and one after the other would be refused.
  test.each(pages.filter(([name]) => name !== 'recount'))('%s', { tags }, async (_, path) => {
    let whole = await visit(path, person);
    let exact = await openExactly(path, person);
    expect(exact.status).toBe(whole.status);
    expect(exact.html).not.toContain(notReached);
    expect(exact.html).not.toContain('Part of this page could not be loaded');
    expect(exact.html).not.toMatch(/\b(undefined|NaN|Invalid Date)\b(?=[^<>]*<\/(?!script))/);
    if (person && whole.status === 200) expect(exact.reduced).toContain('getUserOrganizations');
  });
});
