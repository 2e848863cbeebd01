/**
 * A fake GitHub for sign-ins: the OAuth web flow with state and PKCE (RFC 7636), and the REST calls
 * after it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface GithubPerson {
  id: number;
  login: string;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

interface Grant {
  person: GithubPerson;
  clientId: string;
  redirectUri: string;
  challenge: string;
}

export interface FakeGithub {
  url: string;
  clientId: string;
  clientSecret: string;
  /**
   * The person signed in at GitHub. Undefined if they press "Cancel". With `asks`, a page asks who
   * they are.
   */
  visitor: GithubPerson | 'asks' | undefined;
  /** An access token as GitHub issues it, for this or another application. */
  tokenFor(person: GithubPerson, clientId?: string): string;
  close(): Promise<void>;
}

/** The OAuth application of this installation at GitHub. */
export const application = { clientId: 'landfall-at-github', clientSecret: 'a secret between the two' };

/** Starts on a free port, or a given one. */
export async function startFakeGithub(port = 0): Promise<FakeGithub> {
  let grants = new Map<string, Grant>();
  let tokens = new Map<string, { person: GithubPerson; clientId: string }>();
  let answer = async (request: IncomingMessage, response: ServerResponse) => {
    // The API of an Enterprise Server is below /api/v3.
    let url = new URL((request.url ?? '/').replace('/api/v3/', '/'), 'http://github.test');
    let body = await text(request);
    if (url.pathname === '/ready') return json(response, 200, {});
    if (url.pathname === '/login/oauth/authorize') return authorize(url, response, github, grants);
    if (url.pathname === '/login/oauth/access_token')
      return json(response, 200, exchange(request, body, grants, tokens));
    let status = restStatus(request, url, body, tokens);
    return json(response, status.code, status.body);
  };
  let server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let github: FakeGithub = {
    ...application,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visitor: undefined,
    tokenFor(person, clientId = application.clientId) {
      let token = `gho_${randomBytes(18).toString('base64url')}`;
      tokens.set(token, { person, clientId });
      return token;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return github;
}

function authorize(url: URL, response: ServerResponse, { visitor }: FakeGithub, grants: Map<string, Grant>): void {
  let asked = Object.fromEntries(url.searchParams) as Record<string, string>;
  let { client_id = '', redirect_uri = '', state = '', code_challenge = '' } = asked;
  let isWhole = client_id === application.clientId && asked.response_type === 'code' && state && redirect_uri;
  if (!isWhole || !code_challenge || asked.code_challenge_method !== 'S256') return json(response, 400, { asked });
  let person = visitor === 'asks' ? personCalled(asked.login) : visitor;
  if (visitor === 'asks' && !person) return html(response, choicePage(url.searchParams));
  let back = new URL(redirect_uri);
  back.searchParams.set('state', state);
  if (person) {
    let code = randomBytes(10).toString('hex');
    grants.set(code, { person, clientId: client_id, redirectUri: redirect_uri, challenge: code_challenge });
    back.searchParams.set('code', code);
  } else back.searchParams.set('error', 'access_denied');
  response.writeHead(302, { location: back.href }).end();
}

/** The id of each login is its position in this list. */
const known: string[] = [];

function personCalled(login: string | undefined): GithubPerson | undefined {
  if (!login) return undefined;
  if (!known.includes(login)) known.push(login);
  let emails = [{ email: `${login}@github.example`, primary: true, verified: true }];
  return { id: 1_000 + known.indexOf(login), login, emails };
}

function choicePage(asked: URLSearchParams): string {
  let kept = [...asked].map(([name, value]) => `<input type="hidden" name="${name}" value="${encodeURI(value)}">`);
  return `<!doctype html><html lang="en"><title>Sign in to GitHub</title><form>${kept.join('')}
    <label>Login <input name="login"></label><button>Authorize</button></form></html>`;
}

function html(response: ServerResponse, page: string): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(page);
}

/** Errors have status 200, as at GitHub. */
function exchange(
  request: IncomingMessage,
  body: string,
  grants: Map<string, Grant>,
  tokens: Map<string, { person: GithubPerson; clientId: string }>,
): object {
  let form = new URLSearchParams(body);
  if (request.headers.authorization !== basic()) return { error: 'incorrect_client_credentials' };
  let grant = grants.get(form.get('code') ?? '');
  grants.delete(form.get('code') ?? '');
  let challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
    return { error: 'bad_verification_code' };
  let access_token = `gho_${randomBytes(18).toString('base64url')}`;
  tokens.set(access_token, { person: grant.person, clientId: grant.clientId });
  return { access_token, token_type: 'bearer', scope: 'read:user,user:email' };
}

function restStatus(
  request: IncomingMessage,
  url: URL,
  body: string,
  tokens: Map<string, { person: GithubPerson; clientId: string }>,
): { code: number; body: unknown } {
  if (url.pathname === `/applications/${application.clientId}/token` && request.method === 'POST') {
    if (request.headers.authorization !== basic()) return { code: 404, body: { message: 'Not Found' } };
    let held = tokens.get((JSON.parse(body) as { access_token: string }).access_token);
    if (held?.clientId !== application.clientId) return { code: 404, body: { message: 'Not Found' } };
    let { id, login } = held.person;
    return { code: 200, body: { app: { client_id: held.clientId }, user: { id, login } } };
  }
  let bearer = tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
  if (url.pathname !== '/user/emails' || !bearer) return { code: 401, body: { message: 'Bad credentials' } };
  return { code: 200, body: bearer.person.emails };
}

function basic(): string {
  return `Basic ${Buffer.from(`${application.clientId}:${application.clientSecret}`).toString('base64')}`;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
