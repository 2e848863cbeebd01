/** Providers that differ in what they take and say: real ones on this machine. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { singleSignOnApi } from 'contract/accounts/single-sign-on';
import {
  client,
  type ProviderOptions,
  type SignOnProviderServer,
  startSignOnProvider,
} from '../../support/sign-on-provider';
import { createWorld, type World } from '../../support/world';

const publicUrl = 'http://dashboard.test';

let provider: SignOnProviderServer;
let world: World;
let logged: Record<string, unknown>[];

async function open(options: ProviderOptions = {}, settings: { clientSecret?: string } = {}): Promise<void> {
  provider = await startSignOnProvider(publicUrl, options);
  provider.people.s1 = { email: 'grete@corp.example', email_verified: true, preferred_username: 'grete' };
  provider.next = 's1';
  let singleSignOn = {
    issuer: provider.issuer,
    ...client,
    scopes: 'openid email profile',
    groupsClaim: 'groups',
    trustsEmail: false,
    isOnly: false,
    createsAccounts: true,
    rights: [],
    ...settings,
  };
  let log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line) as never) });
  world = await createWorld({ singleSignOn, log });
}

beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  await world?.close();
  await provider.close();
});

async function returned() {
  let { url, flow } = await world
    .with(undefined)
    .ask(singleSignOnApi.beginSingleSignOn, { body: { purpose: 'sign-in' } });
  return { body: { flow, query: (await provider.visit(url)).search } };
}
const signIn = async () => world.with(undefined).ask(singleSignOnApi.loginWithSingleSignOn, await returned());
const refusal = async () => world.with(undefined).refusal(singleSignOnApi.loginWithSingleSignOn, await returned());
const askedFor = (place: string) => provider.asked.filter((one) => one === place).length;
const failures = () => logged.filter(({ msg }) => /single sign-on|the provider refused/.test(String(msg)));

describe('the client proves who it is', () => {
  let both = ['client_secret_basic', 'client_secret_post'] as const;

  it.each([
    ['client_secret_basic', ['client_secret_basic']],
    ['client_secret_post', ['client_secret_post']],
    ['client_secret_basic', both],
  ] as const)('by %s where the provider lists %j', async (registered, listed) => {
    await open({
      registered: { token_endpoint_auth_method: registered },
      configuration: { clientAuthMethods: [...listed] },
    });
    expect((await signIn()).username).toBe('grete');
    expect(askedFor('/token')).toBe(1);
    expect(failures()).toEqual([]);
  });

  it('in the other way where the provider lists both and refuses the first, and keeps it', async () => {
    await open({ configuration: { clientAuthMethods: [...both] } });
    provider.refusesBasic = true;
    expect((await signIn()).username).toBe('grete');
    expect(askedFor('/token')).toBe(2);
    expect(failures()).toMatchObject([{ error_description: 'registered for another method' }]);
    await signIn();
    expect(askedFor('/token')).toBe(3);
  });

  it('by no other way than the provider lists', async () => {
    await open({
      registered: { token_endpoint_auth_method: 'client_secret_jwt' },
      configuration: { clientAuthMethods: ['client_secret_jwt'] },
    });
    expect(await refusal()).toMatchObject({ status: 401, code: 'single-sign-on-failed' });
    expect(failures()).toMatchObject([
      { reason: 'the provider lists neither client_secret_basic nor client_secret_post' },
    ]);
  });

  it('and a wrong secret is logged in the words of the provider', async () => {
    await open({ configuration: { clientAuthMethods: ['client_secret_basic'] } }, { clientSecret: 'wrong' });
    expect(await refusal()).toMatchObject({ status: 401, code: 'single-sign-on-failed' });
    expect(failures()).toMatchObject([{ error: 'invalid_client', error_description: expect.stringMatching(/client/) }]);
    expect(JSON.stringify(logged)).not.toContain('wrong');
  });
});

it('what the person or the provider ended is logged in the words of the provider', async () => {
  await open();
  provider.next = null;
  expect(await refusal()).toMatchObject({ code: 'single-sign-on-failed' });
  expect(failures()).toMatchObject([{ error: 'access_denied' }]);
});

it.each([401, 400])('no secret is logged that the provider repeats with status %i', async (status) => {
  let both = { configuration: { clientAuthMethods: ['client_secret_basic' as const, 'client_secret_post' as const] } };
  await open(both, { clientSecret: 'short & sweet' });
  let sent: string[] = [];
  provider.tokens = (request, response) => {
    void text(request).then((form) => {
      let said = new URLSearchParams(form);
      sent.push('short & sweet', 'short+%26+sweet', said.get('code')!, said.get('code_verifier')!);
      let words = `bad request: ${form}&client_secret=short+%26+sweet or short & sweet with ${'eyJhbGciOi.eyJzdWIi.c2ln '.repeat(90)}`;
      sendJson(response, status, {
        error: status === 401 ? 'invalid_client' : 'invalid_grant',
        error_description: words,
      });
    });
  };
  expect(await refusal()).toMatchObject({ code: 'single-sign-on-failed' });
  expect(failures().length).toBe(status === 401 ? 2 : 1);
  for (let one of failures()) {
    expect(one).toMatchObject({ error_description: expect.stringMatching(/^bad request: .*code=\(hidden\)/) });
    expect(String(one.error_description).length).toBeLessThanOrEqual(300);
  }
  for (let one of sent) expect(JSON.stringify(logged)).not.toContain(one);
  expect(JSON.stringify(logged)).not.toContain('eyJ');
});

describe('an ID token with everything', () => {
  let complete = { configuration: { conformIdTokenClaims: false } };
  let whole = {
    email: 'grete@corp.example',
    email_verified: true,
    preferred_username: 'grete',
    given_name: 'Grete',
    family_name: 'Hermann',
    groups: [],
  };

  it('is enough: the userinfo endpoint is not asked', async () => {
    await open(complete);
    provider.people.s1 = whole;
    expect((await signIn()).username).toBe('grete');
    expect(askedFor('/me')).toBe(0);
  });

  it.each([
    ['has no email', (response: ServerResponse) => sendJson(response, 200, { sub: 's1', email: null })],
    ['names another', (response: ServerResponse) => sendJson(response, 200, { sub: 's1', email: 'eve@corp.example' })],
    ['refuses', (response: ServerResponse) => sendJson(response, 403, { error: 'insufficient_scope' })],
    [
      'answers with a token',
      (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/jwt' }).end('a.b.c'),
    ],
    ['breaks off', (response: ServerResponse) => response.destroy()],
  ])('decides, whatever the userinfo endpoint does: it %s', async (_, answer) => {
    await open(complete);
    provider.userinfo = (_request, response) => void answer(response);
    expect((await signIn()).username).toBe('grete');
    expect(askedFor('/me')).toBe(1);
    expect((await world.lettersTo('grete@corp.example')).map(({ subject }) => subject)).toEqual(['Welcome']);
  });

  it('does not lend its address to a confirmation of another one', async () => {
    await open(complete);
    provider.people.s1 = { email: 'grace@example.com', preferred_username: 'eve' };
    provider.userinfo = (_request, response) =>
      sendJson(response, 200, { sub: 's1', email: 'eve@corp.example', email_verified: true });
    expect(await refusal()).toMatchObject({ code: 'single-sign-on-email-is-taken' });
  });
});

it('an ID token without an email needs the userinfo endpoint, and says why it failed', async () => {
  await open();
  provider.userinfo = (_request, response) =>
    response
      .writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope", error_description="no email for you"' })
      .end();
  expect(await refusal()).toMatchObject({ code: 'single-sign-on-failed' });
  expect(failures()).toMatchObject([{ error: 'insufficient_scope', error_description: 'no email for you' }]);
});

describe('signatures', () => {
  /** The same token with another signature of the same length. */
  const forged = (token: string) => {
    let [head, body, signature = ''] = token.split('.');
    return [head, body, Buffer.from(signature, 'base64url').reverse().toString('base64url')].join('.');
  };
  const rewriteAt = (place: string, change: (text: string) => string) => {
    provider.rewrite = (asked, text) => (asked === place ? change(text) : text);
  };
  const changeJson = (change: (said: Record<string, unknown>) => object) => (text: string) =>
    JSON.stringify(change(JSON.parse(text) as Record<string, unknown>));
  const signedUserinfo = {
    registered: { userinfo_signed_response_alg: 'RS256' as const },
    configuration: { features: { jwtUserinfo: { enabled: true } } },
  };
  const listing = (algorithms: unknown) =>
    changeJson((said) => ({ ...said, userinfo_signing_alg_values_supported: algorithms }));

  it('an ID token with a broken signature signs nobody in', async () => {
    await open({ configuration: { conformIdTokenClaims: false } });
    rewriteAt(
      '/token',
      changeJson((said) => ({ ...said, id_token: forged(said.id_token as string) })),
    );
    expect(await refusal()).toMatchObject({ status: 401, code: 'single-sign-on-failed' });
    expect(failures()).toMatchObject([{ reason: expect.stringMatching(/JWT signature verification failed$/) }]);
    provider.rewrite = undefined;
    expect((await signIn()).username).toBe('grete');
  });

  it.each([
    ['two', (token: string) => token.split('.').slice(0, 2).join('.'), /Invalid JWT: \(hidden\)$/],
    ['four', (token: string) => `${token}.`, /Invalid JWT: \(hidden\)$/],
    ['five', (token: string) => `${token}.a.b`, /JWE decryption is not configured: \(hidden\)$/],
  ])('nor does one of %s parts, and no token is logged', async (_, change, reason) => {
    await open();
    let sent = '';
    rewriteAt(
      '/token',
      changeJson((said) => {
        sent = said.id_token as string;
        return { ...said, id_token: change(sent) };
      }),
    );
    expect(await refusal()).toMatchObject({ status: 401, code: 'single-sign-on-failed' });
    expect(failures()).toMatchObject([{ reason: expect.stringMatching(reason) }]);
    for (let part of sent.split('.')) expect(JSON.stringify(logged)).not.toContain(part.slice(0, 10));
  });

  it('nor does one of a key that the provider does not have', async () => {
    await open();
    rewriteAt(
      '/jwks',
      changeJson(() => ({ keys: [] })),
    );
    expect(await refusal()).toMatchObject({ status: 401, code: 'single-sign-on-failed' });
    expect(failures()).toMatchObject([
      { reason: expect.stringMatching(/no applicable keys found: algorithm RS256: key /) },
    ]);
  });

  it('nor one that is signed with the secret of the client', async () => {
    await open({
      registered: { id_token_signed_response_alg: 'HS256' },
      configuration: { enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] } },
    });
    expect(await refusal()).toMatchObject({ status: 401, code: 'single-sign-on-failed' });
    expect(failures()).toMatchObject([
      { reason: expect.stringMatching(/unsupported JWS algorithm: algorithm HS256$/) },
    ]);
  });

  it('keys that cannot be fetched are an outage, not a wrong sign-in', async () => {
    await open();
    let { body } = await returned();
    provider.refusesKeys = true;
    expect(await world.with(undefined).refusal(singleSignOnApi.loginWithSingleSignOn, { body })).toMatchObject({
      status: 503,
      code: 'single-sign-on-did-not-answer',
    });
    expect(failures()).toMatchObject([
      { reason: expect.stringMatching(/unexpected HTTP response status code: status 500$/) },
    ]);
  });

  it('signed user information is read if its algorithm is listed', async () => {
    await open(signedUserinfo);
    expect((await signIn()).username).toBe('grete');
    expect(failures()).toEqual([]);
  });

  it.each([undefined, null, []])('signed user information is read if its algorithms are %j', async (algorithms) => {
    await open(signedUserinfo);
    rewriteAt('/.well-known/openid-configuration', listing(algorithms));
    expect((await signIn()).username).toBe('grete');
    expect(failures()).toEqual([]);
  });

  it('user information with a broken signature gives nobody an email', async () => {
    await open(signedUserinfo);
    rewriteAt('/me', forged);
    expect(await refusal()).toMatchObject({ status: 401, code: 'single-sign-on-failed' });
    expect(failures()).toMatchObject([{ reason: expect.stringMatching(/JWT signature verification failed$/) }]);
  });

  it('an unexpected algorithm is logged by its name', async () => {
    await open();
    rewriteAt(
      '/.well-known/openid-configuration',
      changeJson((said) => ({ ...said, id_token_signing_alg_values_supported: ['ES256'] })),
    );
    await refusal();
    expect(failures()).toMatchObject([{ reason: expect.stringMatching(/"alg" header parameter: algorithm RS256/) }]);
    expect(JSON.stringify(logged)).not.toContain('[object');
  });
});

describe('a provider with a certificate of a private authority', () => {
  let authority: string;

  beforeEach(async () => {
    let folder = await mkdtemp(path.join(tmpdir(), 'landfall-authority-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    let key = path.join(folder, 'key.pem');
    authority = path.join(folder, 'authority.pem');
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
        .concat(['-subj', '/CN=private authority', '-addext', 'subjectAltName=IP:127.0.0.1'])
        .concat(['-keyout', key, '-out', authority]),
      { stdio: 'ignore' },
    );
    await open({ tls: { key: readFileSync(key), cert: readFileSync(authority) } });
  });

  it('is refused, and the log says why', async () => {
    let begin = world.with(undefined).refusal(singleSignOnApi.beginSingleSignOn, { body: { purpose: 'sign-in' } });
    expect(await begin).toMatchObject({ status: 503, code: 'single-sign-on-did-not-answer' });
    // Newer versions of Node add advice.
    expect(failures()).toMatchObject([{ reason: expect.stringMatching(/^fetch failed: self-signed certificate/) }]);
  });

  it('works with NODE_EXTRA_CA_CERTS', { tags: 'slow' }, async () => {
    let program = ['--import', 'tsx', 'tests/support/sign-on-begin.ts', provider.issuer];
    let env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
    let { stdout } = await promisify(execFile)(process.execPath, program, { env });
    expect(stdout).toContain(`${provider.issuer}/auth?`);
  });
});

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
