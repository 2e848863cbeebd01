/** An OpenID Connect provider on this machine, which signs in who it is told to, without asking. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';
import { portOf } from '../../server/listener';

/** What the provider says of a person. */
export interface ProvidedPerson {
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
  given_name?: string;
  family_name?: string;
  groups?: string[];
}

export interface SignOnProviderServer {
  issuer: string;
  /** Its people, by their subject. */
  people: Record<string, ProvidedPerson>;
  /** The subject of whoever is signed in next; null cancels. */
  next: string | null;
  /** Answers every request with an error of a broken server. */
  isBroken: boolean;
  /** Answers for its userinfo endpoint, where it is set. */
  userinfo: RequestListener | undefined;
  /** Answers for its token endpoint, where it is set. */
  tokens: RequestListener | undefined;
  /** What it answers instead of the text it would answer at a path; unset for that text. */
  rewrite: ((path: string, text: string) => string) | undefined;
  /** Answers for its keys with an error of a broken server. */
  refusesKeys: boolean;
  /** Whether it refuses clients that send their secret in a header. */
  refusesBasic: boolean;
  /** Paths it was asked for, without those of the browser. */
  asked: string[];
  /**
   * Follows the redirects of an address as a browser does, to the return address at the dashboard.
   */
  visit(address: string): Promise<URL>;
  close(): Promise<void>;
}

export const client = { clientId: 'landfall-tests', clientSecret: 'a secret of these tests' };

export interface ProviderOptions {
  port?: number;
  /** How its client is registered, beyond name and secret. */
  registered?: Partial<ClientMetadata>;
  configuration?: Configuration;
  tls?: { key: Buffer; cert: Buffer };
}

/** Starts it; `dashboard` is where its client is. */
export async function startSignOnProvider(
  dashboard: string,
  { port = 0, registered, configuration, tls }: ProviderOptions = {},
): Promise<SignOnProviderServer> {
  let server: Server = tls ? createTlsServer(tls) : createServer();
  // Longer than the clients of a test on a busy machine keep a connection.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let issuer = `${tls ? 'https' : 'http'}://127.0.0.1:${portOf(server)}`;
  let provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        ...registered,
        redirect_uris: ['', '/confirmation'].map((end) => `${dashboard}/single-sign-on-callback${end}`),
      },
    ],
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'given_name', 'family_name', 'groups'],
    },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...running.people[accountId] }) }),
    ...configuration,
    features: { devInteractions: { enabled: false }, ...configuration?.features },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of these tests'] },
    ttl: { Interaction: 60, Session: 60, Grant: 60, IdToken: 60, AccessToken: 60 },
  });
  let running: SignOnProviderServer = {
    issuer,
    people: {},
    next: null,
    isBroken: false,
    userinfo: undefined,
    tokens: undefined,
    rewrite: undefined,
    refusesKeys: false,
    refusesBasic: false,
    asked: [],
    async visit(address) {
      let cookies = new Map<string, string>();
      for (let url = new URL(address); ;) {
        let cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        let answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (let set of answer.headers.getSetCookie()) {
          let [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        let onward = answer.headers.get('location');
        if (!onward) throw new Error(`${url.pathname} responded with ${answer.status}: ${await answer.text()}`);
        url = new URL(onward, url);
        if (url.origin !== issuer) return url;
      }
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  let answer = provider.callback();
  server.on('request', (request, response) => {
    void (async () => {
      if (/^\/(?:token|me)\b/.test(request.url ?? '')) running.asked.push(request.url!);
      if (running.refusesBasic && request.headers.authorization?.startsWith('Basic '))
        return void response
          .writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="tests"' })
          .end('{"error":"invalid_client","error_description":"registered for another method"}');
      if (running.tokens && request.url === '/token') return void running.tokens(request, response);
      if (running.userinfo && request.url === '/me') return void running.userinfo(request, response);
      let { rewrite } = running;
      if (rewrite) changeAnswer(response, (text) => rewrite(request.url!, text));
      if (running.isBroken || (running.refusesKeys && request.url === '/jwks'))
        return void response.writeHead(500).end();
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
      let { prompt, params, session } = await provider.interactionDetails(request, response);
      if (running.next === null) return provider.interactionFinished(request, response, { error: 'access_denied' });
      if (prompt.name === 'login')
        return provider.interactionFinished(request, response, { login: { accountId: running.next } });
      let grant = new provider.Grant({ accountId: session!.accountId, clientId: params.client_id as string });
      grant.addOIDCScope('openid email profile');
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    })();
  });
  return running;
}

function changeAnswer(response: ServerResponse, change: (text: string) => string): void {
  let end = response.end.bind(response);
  response.end = (body?: unknown) => {
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return end();
    let text = change(String(body));
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  };
}
