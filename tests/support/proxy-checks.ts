/**
 * Requirements for a proxy that is configured as docs/install.md describes. A check throws if its
 * requirement is not met.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { chromium } from '@playwright/test';
import { messageOf } from 'contract/rules/errors';
import { ask, cookiesOf } from '../attack/target';
import { browserArgs, findBrowser } from './browser';
import type { Answer } from './http-answer';
import { visitorFrom } from './https-visitor';
import { importEvents, type Imported } from './proxy-import';
import { names } from './documented-proxy';
import { signIn } from './sign-in';

const person = { username: 'behind', email: 'behind@people.test', password: 'long enough for anybody 1' };
const credentials = { email: person.username, password: person.password };
const { dashboard, gateway } = names;
const api = `api.${gateway}`;
const downloads = `${person.username}.gateway.${gateway}`;
/** An address that clients claim to have, from a network reserved for documentation. */
const madeUp = '203.0.113.77';
const guesses = 30;
const tooMany = messageOf('too-many-sign-ins');

export type Check = [title: string, holds: (port: number, plain: number) => Promise<void>];

/** The order matters: the first check registers the person that the others use. */
export const checks: Check[] = [
  [
    'a person registers at the host of the API, over TLS',
    async (port) => {
      let answer = await home(port).call(api, '/internal/register', person, { 'x-forwarded-for': madeUp });
      strictEqual(answer.status, 201, answer.body);
    },
  ],
  [
    'hosts of downloads answer: a redirect for a package, 404 for none, registry, pixel',
    async (port) => {
      let { ask, call } = home(port);
      let { token } = JSON.parse((await call(api, '/internal/login', credentials)).body) as { token: string };
      let file = {
        type: 'file',
        name: 'tool',
        incoming_path: '/tool/{version}',
        outgoing_url: 'https://files.example.net/tool-{version}.tgz',
      };
      let made = await call(api, `/v2/packages/${person.username}`, file, { authorization: `Bearer ${token}` });
      strictEqual(made.status, 201, made.body);
      let found = await ask(downloads, '/tool/1.2.3');
      deepStrictEqual([found.status, found.headers.location], [307, 'https://files.example.net/tool-1.2.3.tgz']);
      let unknown = await ask(downloads, '/other/1.2.3');
      deepStrictEqual([unknown.status, unknown.body], [404, 'No package at this URL.\n']);
      let registry = await ask(`${person.username}.docker.${gateway}`, '/v2/tool/manifests/1');
      strictEqual(registry.status, 404);
      match(registry.body, /NAME_UNKNOWN/);
      let pixel = await ask(`static.${gateway}`, '/a.png?x-pxid=5b0fcd8b-6f44-4f63-9c0b-7f6a4d1a2b3c');
      strictEqual(pixel.headers['content-type'], 'image/png');
      match((await ask(gateway, '/openapi.json')).body, /"openapi"/);
    },
  ],
  [
    'the sign-in form is answered with 303 and a __Host-session cookie',
    async (port) => {
      let answer = await signInForm(home(port));
      strictEqual(answer.status, 303, answer.body);
      let session = sessionCookie(answer);
      for (let attribute of ['Secure', 'HttpOnly', 'Path=/']) ok(session.includes(`; ${attribute}`), session);
      ok(!session.includes('Domain='), session);
    },
  ],
  [
    'a form with another Origin gets 403',
    async (port) => {
      for (let origin of ['https://elsewhere.example', `https://${downloads}`, 'null'])
        refusesPost(await home(port).post(dashboard, '/login', credentials, { origin }));
    },
  ],
  [
    'a post without Origin that says Sec-Fetch-Site: cross-site gets 403, one that says neither is taken',
    async (port) => {
      let { post } = home(port);
      for (let site of ['cross-site', 'same-site'])
        refusesPost(await post(dashboard, '/login', credentials, { 'sec-fetch-site': site }));
      strictEqual((await post(dashboard, '/login', credentials, {})).status, 303);
    },
  ],
  [
    "the audit page shows the client's own address, not one that it made up",
    async (port) => {
      let signedIn = await signInForm(visitorFrom('127.0.0.8', port), madeUp);
      let page = await home(port).ask(dashboard, '/account/audit', { headers: { cookie: cookiesOf(signedIn) } });
      strictEqual(page.status, 200);
      for (let address of ['127.0.0.7', '127.0.0.8']) ok(page.body.includes(address), `${address} is not shown`);
      for (let address of ['127.0.0.1<', madeUp]) ok(!page.body.includes(address), `${address} is shown`);
    },
  ],
  // Behind that of the audit page, which has its address then.
  [
    'an import of 5 MB by the command arrives whole',
    async (port) => {
      let { code, said } = await importThrough(port, 260);
      strictEqual(code, 0, said);
      match(said, /Done: 260 stored, 0 duplicates, 0 rejected/);
    },
  ],
  [
    `${guesses} wrong passwords with rotating X-Forwarded-For meet the limit, and it is that of one address`,
    async (port) => {
      let guesser = visitorFrom('127.0.0.9', port);
      let limited = 0;
      for (let guess = 1; guess <= guesses; guess++) {
        let headers = { origin: `https://${dashboard}`, 'x-forwarded-for': `198.51.100.${guess}` };
        let wrong = { ...credentials, password: `wrong guess ${guess}` };
        let answer = await guesser.post(dashboard, '/login', wrong, headers);
        strictEqual(answer.status, 422);
        if (answer.body.includes(tooMany)) limited++;
      }
      strictEqual(limited, guesses - 10);
      strictEqual((await signInForm(visitorFrom('127.0.0.10', port))).status, 303);
    },
  ],
  ['a browser signs in, with scripts and without', (port) => browserSignsIn(port)],
];

/** Of a proxy that takes no body of more than 1 MB. */
export const limitCheck: Check = [
  'above a limit of the proxy the command says so at once, and where to raise it',
  async (port) => {
    let { code, said } = await importThrough(port, 60);
    strictEqual(code, 1, said);
    match(said, /responds with 413.*Raise its limit \(client_max_body_size in nginx\).*--from-line 1/s);
    ok(!said.includes('Trying again'), said);
  },
];

async function importThrough(port: number, events: number): Promise<Imported> {
  let { token } = JSON.parse((await home(port).call(api, '/internal/login', credentials)).body) as { token: string };
  return importEvents(`https://${api}:${port}`, { owner: person.username, name: 'tool', token, events });
}

/** Checks of a proxy that also answers without TLS. */
export const plainChecks: Check[] = [
  [
    'without TLS the API is refused, and the dashboard redirects to https',
    async (_port, plain) => {
      for (let host of [api, gateway]) {
        let body = JSON.stringify(credentials);
        let headers = { host, 'content-type': 'application/json' };
        strictEqual((await ask(plain, '/internal/login', { method: 'POST', headers, body })).status, 403);
      }
      let page = await ask(plain, '/login', { headers: { host: dashboard } });
      deepStrictEqual([page.status, page.headers.location], [308, `https://${dashboard}/login`]);
    },
  ],
];

/** The client of most checks. Its address differs from 127.0.0.1, the proxy's. */
function home(port: number) {
  return visitorFrom('127.0.0.7', port);
}

function signInForm(visitor: ReturnType<typeof visitorFrom>, forwardedFor?: string): Promise<Answer> {
  let forwarded: Record<string, string> = forwardedFor ? { 'x-forwarded-for': forwardedFor } : {};
  return visitor.post(dashboard, '/login', credentials, { origin: `https://${dashboard}`, ...forwarded });
}

function sessionCookie({ headers }: Answer): string {
  let found = headers['set-cookie']?.find((line) => line.startsWith('__Host-session='));
  ok(found, `no __Host-session in ${JSON.stringify(headers['set-cookie'])}`);
  return found;
}

function refusesPost(answer: Answer): void {
  deepStrictEqual([answer.status, answer.body], [403, 'This form was sent from another site.\n']);
  strictEqual(answer.headers['set-cookie'], undefined);
}

async function browserSignsIn(port: number): Promise<void> {
  // Names resolve to the proxy's port, so that addresses, Host and Origin are those of real users.
  let args = [...browserArgs, `--host-resolver-rules=MAP * 127.0.0.1:${port}`, '--ignore-certificate-errors'];
  let browser = await chromium.launch({ executablePath: await findBrowser(), args });
  try {
    for (let javaScriptEnabled of [true, false]) {
      let context = await browser.newContext({ baseURL: `https://${dashboard}`, javaScriptEnabled });
      let page = await context.newPage();
      await signIn(page, 'grace');
      strictEqual(new URL(page.url()).origin, `https://${dashboard}`);
      let kept = (await context.cookies()).find(({ name }) => name === '__Host-session');
      deepStrictEqual([kept?.secure, kept?.domain], [true, dashboard]);
      // The page is that of a signed-in person, not the sign-in page.
      await page.goto('/account');
      strictEqual(new URL(page.url()).pathname, '/account');
      await context.close();
    }
  } finally {
    await browser.close();
  }
}
