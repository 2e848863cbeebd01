/**
 * The link between the edge and the store side, over a port of this machine: rules go to the edge,
 * which says that it has them, and calls of the API that arrived at the edge go to the store side.
 */
import { timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import readline from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Rules } from 'contract/edge-rules';
import type { Logger } from 'pino';
import { sendApiAway } from './not-ready';

const secretHeader = 'x-landfall-link';
const clientHeader = 'x-landfall-client';
const rulesPath = '/rules';

/** How long a change waits for an edge to have its rules. */
const acknowledgementLimitMs = 2_000;
/** How long an edge that was there may take to come back. */
const returnLimitMs = 1_000;
const againAfterMs = 100;

/** What the store side writes to an edge, and what the edge writes back. */
type ToEdge = { number: number; rules: Rules } | { asks: 'metrics' };
type FromEdge = { has: number } | { metrics: string };

interface Connected {
  send(what: ToEdge): void;
  /** The number of the last rules that it has. */
  has: number;
  /** Called with the counters it was asked for. */
  tell: ((metrics: string) => void)[];
}

export interface StoreLink {
  /** For the listener that only the edge reaches. */
  handle: RequestListener;
  /** Resolves when every edge has the rules, or has not said so within two seconds. */
  takeRules(rules: Rules): Promise<void>;
  /** The counters of the edge, in the text format of Prometheus; empty while there is none. */
  edgeMetrics(): Promise<string>;
  /** Lets the edges go. */
  close(): void;
}

/** The store side's end; `api` is given calls with the address of their client. */
export function createStoreLink(
  secret: string,
  api: (request: IncomingMessage, response: ServerResponse, address: string) => void,
): StoreLink {
  let edges = new Set<Connected>();
  let latest: { number: number; rules: Rules } | undefined;
  let open = new Set<ServerResponse>();
  let hadEdge = false;
  let waiting = new Set<() => void>();
  let heard = () => waiting.forEach((check) => check());

  function connect(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    let edge: Connected = { has: 0, tell: [], send: (what) => void response.write(`${JSON.stringify(what)}\n`) };
    edges.add(edge);
    hadEdge = true;
    linesOf(request, (line) => {
      let said = JSON.parse(line) as FromEdge;
      if ('has' in said) edge.has = said.has;
      else for (let tell of edge.tell.splice(0)) tell(said.metrics);
      heard();
    });
    response.on('close', () => {
      edges.delete(edge);
      for (let tell of edge.tell.splice(0)) tell('');
      heard();
    });
    open.add(response);
    response.on('close', () => open.delete(response));
    if (latest) edge.send(latest);
  }

  /** Resolves when `isTrue`, which is asked whenever an edge is heard of, or after the limit. */
  async function until(isTrue: () => boolean, limitMs: number): Promise<void> {
    if (isTrue()) return;
    let limit = new AbortController();
    let check: (() => void) | undefined;
    let happened = new Promise<void>((resolve) => {
      check = () => isTrue() && resolve();
      waiting.add(check);
    });
    await Promise.race([happened, pause(limitMs, undefined, { signal: limit.signal }).catch(() => undefined)]);
    limit.abort();
    if (check) waiting.delete(check);
  }

  return {
    handle(request, response) {
      if (!isSecret(request.headers[secretHeader], secret)) return void response.writeHead(403).end();
      if (request.url === rulesPath && request.method === 'POST') return connect(request, response);
      let address = String(request.headers[clientHeader] ?? '');
      delete request.headers[secretHeader];
      delete request.headers[clientHeader];
      api(request, response, address);
    },
    async takeRules(rules) {
      let number = (latest?.number ?? 0) + 1;
      latest = { number, rules };
      for (let edge of edges) edge.send(latest);
      if (hadEdge) await until(() => edges.size > 0, returnLimitMs);
      await until(() => [...edges].every(({ has }) => has >= number), acknowledgementLimitMs);
    },
    async edgeMetrics() {
      let asked = [...edges].map(
        (edge) =>
          new Promise<string>((resolve) => {
            edge.tell.push(resolve);
            edge.send({ asks: 'metrics' });
          }),
      );
      return (await Promise.all(asked)).join('\n');
    },
    close() {
      for (let response of open) response.destroy();
    },
  };
}

/** Calls `take` with each line; a connection that breaks off ends them. */
function linesOf(input: IncomingMessage, take: (line: string) => void): void {
  let lines = readline.createInterface({ input });
  lines.on('line', take);
  lines.on('error', () => lines.close());
}

/** Takes the same time whatever is given. */
function isSecret(given: string | string[] | undefined, secret: string): boolean {
  let [a, b] = [Buffer.from(String(given ?? '')), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export interface EdgeLink {
  /** Passes a call of the API on; a store side that is away is a 503. */
  passOn(request: IncomingMessage, response: ServerResponse, address: string): void;
  /** Whether the store side is there. */
  isConnected(): boolean;
  close(): void;
}

/** The edge's end: hears of rules as long as it is open. */
export function openEdgeLink(
  { storePort, secret }: { storePort: number; secret: string },
  take: (rules: Rules) => void,
  metrics: () => Promise<string>,
  log: Logger,
): EdgeLink {
  let agent = new http.Agent({ keepAlive: true });
  let at = { host: '127.0.0.1', port: storePort };
  let listening: http.ClientRequest | undefined;
  let connected = false;
  let closed = false;

  function listen(): void {
    if (closed) return;
    let request = http.request({ ...at, method: 'POST', path: rulesPath, headers: { [secretHeader]: secret } });
    listening = request;
    let again = () => {
      connected = false;
      setTimeout(listen, againAfterMs).unref();
    };
    request.on('error', (error) => log.debug({ err: error }, 'the store side does not answer'));
    request.once('close', again);
    request.on('response', (response) => {
      connected = response.statusCode === 200;
      linesOf(response, (line) => {
        let said = JSON.parse(line) as ToEdge;
        let say = (what: FromEdge) => void request.write(`${JSON.stringify(what)}\n`);
        if ('asks' in said) return void metrics().then((text) => say({ metrics: text }));
        take(said.rules);
        say({ has: said.number });
      });
    });
    request.flushHeaders();
  }

  listen();
  return {
    isConnected: () => connected,
    passOn(request, response, address) {
      let headers = { ...request.headers, [secretHeader]: secret, [clientHeader]: address };
      let asked = http.request({ ...at, agent, method: request.method, path: request.url, headers });
      asked.on('response', (answer) => {
        // How this connection goes on is between the edge and its client.
        let { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, kept);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      });
      asked.on('error', (error) => {
        log.warn({ err: error }, 'the store side did not answer a call');
        if (response.headersSent) response.destroy();
        else sendApiAway(response);
      });
      response.on('close', () => response.writableFinished || asked.destroy());
      request.pipe(asked);
    },
    close() {
      closed = true;
      listening?.destroy();
      agent.destroy();
    },
  };
}
