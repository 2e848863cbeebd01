import { expect, test } from './product';

// Requests every address of the route catalogue from the running product. Other tests check the
// content of the pages.

const ofAnybody = ['/', '/404', '/components'];
const ofAdmins = ['/admin', '/admin/discounts', '/admin/products'];
const ofGuests = [
  '/login',
  '/register',
  '/register-with-github',
  '/github-login-callback',
  '/reset-password',
  '/reset-password/x',
];
const ofPeople = [
  '/_app',
  '/home',
  '/home/hopper-labs',
  '/dashboard/hopper-labs',
  '/analytics/hopper-labs',
  '/account',
  '/account/filters',
  '/account/lead-generation',
  '/account/billing',
  '/account/subscriptions',
  '/subscriptions',
  '/organizations',
  '/organizations/hopper-labs',
  '/organizations/hopper-labs/filters',
  '/organizations/hopper-labs/exports',
  '/organizations/hopper-labs/lead-generation',
  '/organizations/hopper-labs/billing',
  '/organizations/hopper-labs/subscriptions',
  '/packages/hopper-labs/overview',
  '/packages/hopper-labs/management',
  '/packages/hopper-labs/file/flowmatic',
  '/companies/hopper-labs/northwind-robotics.example',
  '/collections/hopper-labs',
  '/insights/hopper-labs',
  '/pixels/hopper-labs',
  '/new-organization',
  '/new-organization/create',
  '/new-organization/convert',
  '/new-pixel/hopper-labs',
  '/new-package/hopper-labs',
];

// @spec 2: Route catalogue: every route exists, each answered by its own file
test(
  'every address of the catalogue admits those with access, and redirects others',
  { tag: '@slow' },
  async ({ page, signInAs, registerAs, fresh }) => {
    test.setTimeout(120_000);
    let answered = async (addresses: readonly string[]) => {
      let found: [string, number, string | undefined][] = [];
      for (let address of addresses) {
        let answer = await page.context().request.get(address, { maxRedirects: 0 });
        found.push([address, answer.status(), answer.headers().location]);
      }
      return found;
    };
    let isHomeOnly = (address: string) => /^\/home\/[^/]+$/.test(address);
    let signInAt = (address: string) =>
      isHomeOnly(address) ? '/login' : `/login?backTo=${encodeURIComponent(address)}`;

    expect(await answered(ofAnybody)).toEqual([
      ['/', 307, '/login'],
      ['/404', 404, undefined],
      ['/components', 200, undefined],
    ]);
    for (let [address, status, to] of await answered([...ofPeople, ...ofAdmins]))
      expect([address, status, to]).toEqual([address, 303, signInAt(address)]);
    let leadsOn: Record<string, [number, string | undefined]> = {
      '/register-with-github': [303, '/register'],
      '/github-login-callback': [303, '/login'],
      '/reset-password/x': [422, undefined],
    };
    for (let [address, ...answer] of await answered(ofGuests))
      expect([address, ...answer]).toEqual([address, ...(leadsOn[address] ?? [200, undefined])]);

    await signInAs('grace');
    let home: Record<string, [number, string]> = { '/_app': [303, '/home'], '/home': [307, '/home/hopper-labs'] };
    for (let [address, ...answer] of await answered(ofPeople))
      expect([address, ...answer]).toEqual([address, ...(home[address] ?? [200, undefined])]);
    for (let [address, status, to] of await answered([...ofGuests, '/']))
      expect([address, status, to]).toEqual([address, address === '/' ? 307 : 303, '/home/hopper-labs']);
    for (let [address, status] of await answered(ofAdmins)) expect([address, status]).toEqual([address, 403]);
    await page.context().clearCookies();
    await signInAs('root');
    for (let [address, status] of await answered(ofAdmins)) expect([address, status]).toEqual([address, 200]);

    await page.context().clearCookies();
    let name = fresh('catalogue');
    await registerAs(name);
    for (let kind of ['pixel', 'package']) {
      let made = await page.context().request.post(`/new-${kind}/${name}${kind === 'package' ? '?type=file' : ''}`, {
        form: kind === 'pixel' ? { name: 'Docs' } : { type: 'file', name: 'tool', incoming_path: '/tool' },
        maxRedirects: 0,
      });
      let created = made.headers().location ?? '';
      expect(created).toMatch(new RegExp(`^/new-${kind}/${name}/[^/]+/created$`));
      expect(await answered([created])).toEqual([[created, 200, undefined]]);
    }
  },
);
