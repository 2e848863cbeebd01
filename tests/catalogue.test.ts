/** Compares the route catalogue of the specification (section 2) with the route files. */
import { expect, test } from 'vitest';
import { routeAt, routePatterns } from './support/route-patterns';

const catalogue = [
  '/ ; /components ; /404',
  '/admin ; /admin/discounts ; /admin/products',
  '/home ; /home/[owner] ; /dashboard/[owner] ; /analytics/[owner]',
  '/account ; /account/filters ; /account/lead-generation ; /account/billing ; /account/subscriptions ; /subscriptions',
  '/organizations ; /organizations/[owner] ; /organizations/[owner]/filters ; /organizations/[owner]/exports ; /organizations/[owner]/lead-generation ; /organizations/[owner]/billing ; /organizations/[owner]/subscriptions',
  '/packages/[owner]/overview ; /packages/[owner]/management ; /packages/[owner]/[packageType]/[packageName]',
  '/companies/[owner]/[companyDomain] ; /collections/[owner] ; /insights/[owner] ; /pixels/[owner]',
  '/new-organization ; /new-organization/create ; /new-organization/convert',
  '/new-pixel/[owner] ; /new-pixel/[owner]/[pixelId]/created',
  '/new-package/[owner] ; /new-package/[owner]/[packageId]/created',
  '/login ; /register ; /register-with-github ; /github-login-callback ; /reset-password ; /reset-password/[token]',
  '/_app',
].flatMap((line) => line.split(' ; '));

/** Route files by their address pattern, written as in the catalogue. */
const built = new Map<string, string[]>();
for (let { id, path } of routePatterns) {
  let pattern = path.replace(/:(\w+)/g, '[$1]');
  built.set(pattern, [...(built.get(pattern) ?? []), id]);
}

// @spec 2: Route catalogue: every route exists, each answered by its own file
test.each(catalogue)('%s has a route file', (pattern) => {
  expect(built.get(pattern)).toBeDefined();
});

test.each(catalogue)('%s is answered by its own file and no other', (pattern) => {
  let address = pattern.replace(/\[(\w+)\]/g, 'a-$1');
  expect(built.get(pattern)).toContain(routeAt(address));
});

const privateArea =
  /^\/(account|admin|home|new-[a-z]+|organizations|packages)(\/|$)|^\/(analytics|collections|companies|dashboard|pixels|insights)\/|^\/(subscriptions|_app)$/;
const publicOnly =
  /^\/(login|register|register-with-github|github-login-callback|reset-password|reset-password\/\[token\])$/;

// @spec 2: A route file's prefix states who has access, as the guards of its address do
test('the prefix of each route file is right for the access in the specification', () => {
  let said = (pattern: string) => (privateArea.test(pattern) ? '_app' : publicOnly.test(pattern) ? '_guest' : 'open');
  let named = (id: string) => /^routes\/(_app|_guest)\b/.exec(id)?.[1] ?? 'open';
  let wrong = catalogue.filter((pattern) => built.get(pattern)?.some((id) => named(id) !== said(pattern)));
  expect(wrong).toEqual([]);
  expect(new Set(catalogue.map(said))).toEqual(new Set(['_app', '_guest', 'open']));
});
