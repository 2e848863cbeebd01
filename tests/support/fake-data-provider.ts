/** A fake data provider that speaks the real protocol: accounts by key, companies by domain. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeDataProvider {
  url: string;
  /** The domains asked for, in order. */
  asked: string[];
  /** Known companies by domain; a number is answered as a status instead. */
  companies: Map<string, object | number>;
  /** Sets the status of all answers from now on; undefined goes back to the usual ones. */
  answerWith(status: number | undefined): void;
  /** Holds all answers until it is called with false. */
  hold(isHeld: boolean): void;
  close(): Promise<void>;
}

export const goodKey = 'key-of-a-good-account';
export const closedKey = 'key-of-a-closed-account';

/** Starts the server on a free port, or on the given one. */
export async function startFakeDataProvider(port = 0): Promise<FakeDataProvider> {
  let asked: string[] = [];
  let companies = new Map<string, object | number>();
  let forced: number | undefined;
  let held: Promise<void> | undefined;
  let release = () => {};
  let answer = (url: URL, key: string | undefined): [number, object?] => {
    if (url.pathname === '/ready') return [200, {}];
    if (url.pathname === '/v2/companies/find') asked.push(url.searchParams.get('domain') ?? '');
    if (forced !== undefined) return [forced, {}];
    if (key === closedKey) return [403];
    if (key !== goodKey) return [401];
    if (url.pathname === '/v1/account') return [200, { plan: 'growth', used: 312, limit: 2_500 }];
    let known = companies.get(url.searchParams.get('domain') ?? '') ?? 404;
    return typeof known === 'number' ? [known] : [200, known];
  };
  let server: Server = createServer((request, response) => {
    let key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    let [status, body] = answer(new URL(request.url ?? '/', 'http://provider.test'), key);
    void (held ?? Promise.resolve()).then(() => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? { error: status }));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    companies,
    answerWith: (status) => void (forced = status),
    hold(isHeld) {
      release();
      held = isHeld ? new Promise((resolve) => (release = resolve)) : undefined;
    },
    close: () =>
      new Promise((resolve) => {
        release();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A company as the provider sends it. */
export function sentCompany(name: string, industry: string, employeesRange: string, country = 'Germany') {
  return {
    name,
    category: { industry },
    metrics: { employeesRange },
    geo: { city: 'Köln', country },
    linkedin: { handle: `company/${name.toLowerCase().replaceAll(' ', '-')}` },
    tech: ['kubernetes'],
  };
}
