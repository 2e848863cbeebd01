/** The checklist of /admin: each item fails for its own reason, and passes by a real check. */
import { readSetup, type Setup } from 'app/features/admin/setup-checklist.server';
import { readFlags } from 'app/config/flags';
import type { Call } from 'app/gateway/gateway-client.server';
import { expect, test, vi } from 'vitest';

interface Found {
  mail?: object;
  packages?: number;
}

const smtp = {
  way: 'smtp',
  place: 'mail.example:465',
  waiting: 0,
  failed: 0,
  last_delivered_at: null,
  last_failure: null,
};
/** One was refused, and the next one accepted. */
const refusing = {
  ...smtp,
  failed: 1,
  last_delivered_at: '2026-01-01T00:01:00Z',
  last_failure: { at: '2026-01-01T00:00:00Z', words: '550 no' },
};

function callOf({ mail = smtp, packages = 1 }: Found = {}): Call {
  return vi.fn(() => Promise.resolve({ mail, records: { packages } })) as unknown as Call;
}

function setupOf(change: Partial<Setup['settings']> = {}, more: Partial<Setup> = {}): Setup {
  let domain = 'downloads.example';
  return {
    settings: {
      PUBLIC_URL: 'https://stats.example',
      GATEWAY_DOMAIN: domain,
      flags: readFlags('recommended', false),
      ...change,
    },
    url: new URL('https://stats.example/admin'),
    user: { username: 'root', email_verification_status: 'verified' },
    fetch: () => Promise.resolve(new Response('ok')),
    ...more,
  };
}

test('is empty once everything is set up', async () => {
  expect(await readSetup(callOf(), setupOf())).toEqual([]);
});

test.each<[string, RegExp, Found, Setup]>([
  ['Public URL', /not set/, {}, setupOf({ PUBLIC_URL: undefined })],
  ['Public URL', /You opened this page at 10\.0\.0\.1/, {}, setupOf({}, { url: new URL('http://10.0.0.1/admin') })],
  ['Email', /SMTP_URL/, { mail: { ...smtp, way: 'outbox' } }, setupOf()],
  ['Email', /refused/, { mail: { ...smtp, last_failure: { at: '2026-01-01T00:00:00Z', words: 'no' } } }, setupOf()],
  ['Email', /being refused\. Not delivered in the last week: 1\./, { mail: refusing }, setupOf()],
  [
    'Email',
    /No email has been sent/,
    {},
    setupOf({}, { user: { username: 'root', email_verification_status: 'not-verified' } }),
  ],
  [
    'DNS and TLS',
    /not the gateway/,
    {},
    setupOf({}, { fetch: () => Promise.resolve(new Response('', { status: 404 })) }),
  ],
  [
    'DNS and TLS',
    /api\.downloads\.example \(no DNS record\)/,
    {},
    setupOf(
      {},
      { fetch: () => Promise.reject(Object.assign(new Error('fetch failed'), { cause: { code: 'ENOTFOUND' } })) },
    ),
  ],
  ['Features', /Off: .*showInsightsPage/, {}, setupOf({ flags: readFlags('', false) })],
  ['First package', /No packages/, { packages: 0 }, setupOf()],
])('%s: %s', async (title, text, found, setup) => {
  let open = (await readSetup(callOf(found), setup)).filter(({ isDone }) => !isDone);
  expect(open).toEqual([expect.objectContaining({ title, text: expect.stringMatching(text) })]);
});

test('refused emails are listed where the step leads', async () => {
  let items = await readSetup(callOf({ mail: refusing }), setupOf());
  expect(items.find(({ title }) => title === 'Email')?.help).toEqual({
    to: '/admin/status',
    label: 'See these emails',
  });
  expect(await readSetup(callOf({ mail: { ...refusing, failed: 0 } }), setupOf())).toEqual([]);
});

test('an installation without TLS is asked without it', async () => {
  let asked: string[] = [];
  let fetch: typeof globalThis.fetch = (url) => {
    asked.push(String(url));
    return Promise.resolve(new Response('ok'));
  };
  let here = { url: new URL('http://stats.example/admin'), fetch };
  let items = await readSetup(callOf({ packages: 0 }), setupOf({ PUBLIC_URL: 'http://stats.example' }, here));
  expect(items.filter(({ isDone }) => !isDone).map(({ title }) => title)).toEqual(['First package']);
  expect(items.map(({ text }) => text)).toContainEqual(expect.stringContaining('cookies are not secure'));
  expect(asked).toContain('http://api.downloads.example/healthz');
  expect(asked.filter((url) => !url.startsWith('http://'))).toEqual([]);
});

test('a local gateway domain is not asked', async () => {
  let fetch = vi.fn<typeof globalThis.fetch>();
  let items = await readSetup(callOf(), setupOf({ GATEWAY_DOMAIN: 'localhost' }, { fetch }));
  expect(items.filter(({ isDone }) => !isDone).map(({ title }) => title)).toEqual(['Gateway domain', 'DNS and TLS']);
  expect(fetch).not.toHaveBeenCalled();
});
