/**
 * The link between the edge and the store side, over a port of this machine: rules go to the edge,
 * which says that it has them, and calls of the API that arrived at the edge go to the store side.
 * An edge that connects is told all rules, from then on those of the owners that change.
 */
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import readline from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { RulesChange } from 'contract/edge-rules';
import { requestId, requestIdHeader } from 'net/request-id';
import { spanHeaders } from 'net/tracing';
import type { Logger } from 'pino';
import type { KeptRules } from './kept-rules';
import { sendApiAway } from './not-ready';
import { isSameSecret } from './secrets';
import { createHeardRules, createToldRules, type EndLine, type OwnerLine } from './rules-lines';

const secretHeader = 'x-landfall-link';
const clientHeader = 'x-landfall-client';
const rulesPath = '/rules';

/** How long a change waits until the edge has its rules. */
const acknowledgementLimitMs = 2_000;
/** How long an edge that was connected may take to reconnect. */
const returnLimitMs = 1_000;
const againAfterMs = 100;

/** What the store side writes to an edge, and what the edge writes back: a line each. */
type ToEdge = OwnerLine | EndLine | { asks: 'metrics' };
type FromEdge = { has: number } | { metrics: string } | { asks: 'rules' };

interface Connected {
  send(lines: string): void;
  /** The version of the rules that it has. */
  has: number;
  /** Called with the requested counters. */
  tell: ((metrics: string) => void)[];
}

export interface StoreLink {
  /** For the listener on the loopback port. */
  handle: RequestListener;
  /** Resolves when every edge has what changed, or has not said so within two seconds. */
  takeRules(changed: RulesChange): Promise<void>;
  /** The counters of the edge, in the text format of Prometheus; empty when none is connected. */
  edgeMetrics(): Promise<string>;
  /** Closes the connections of the edges. */
  close(): void;
}

/** The store side's end; `api` receives calls with the address of their client. */
export function createStoreLink(
  secret: string,
  api: (request: IncomingMessage, response: ServerResponse, address: string) => void,
): StoreLink {
  let edges = new Set<Connected>();
  let told = createToldRules();
  let open = new Set<ServerResponse>();
  let hadEdge = false;
  let waiting = new Set<() => void>();
  let heard = () => waiting.forEach((check) => check());

  function connect(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
    let edge: Connected = { has: 0, tell: [], send: (lines) => void response.write(lines) };
    edges.add(edge);
    hadEdge = true;
    linesOf(request, (line) => {
      let said = JSON.parse(line) as FromEdge;
      if ('has' in said) edge.has = said.has;
      else if ('asks' in said) edge.send(told.whole());
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
    if (told.version() > 0) edge.send(told.whole());
  }

  /** Resolves when `isTrue`, which is checked on every message of an edge, or after the limit. */
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
      if (!isSameSecret(request.headers[secretHeader], secret)) return void response.writeHead(403).end();
      if (request.url === rulesPath && request.method === 'POST') return connect(request, response);
      let address = String(request.headers[clientHeader] ?? '');
      delete request.headers[secretHeader];
      delete request.headers[clientHeader];
      api(request, response, address);
    },
    async takeRules(changed) {
      let lines = told.change(changed);
      let version = told.version();
      if (lines) for (let edge of edges) edge.send(lines);
      let isTaken = () => (edges.size > 0 || !hadEdge) && [...edges].every(({ has }) => has >= version);
      await until(isTaken, returnLimitMs);
      if (edges.size > 0) await until(isTaken, acknowledgementLimitMs - returnLimitMs);
    },
    async edgeMetrics() {
      let asked = [...edges].map(
        (edge) =>
          new Promise<string>((resolve) => {
            edge.tell.push(resolve);
            edge.send(`${JSON.stringify({ asks: 'metrics' } satisfies ToEdge)}\n`);
          }),
      );
      return (await Promise.all(asked)).join('\n');
    },
    close() {
      for (let response of open) response.destroy();
    },
  };
}

/** Calls `take` with each line until the connection ends. */
function linesOf(input: IncomingMessage, take: (line: string) => void): void {
  let lines = readline.createInterface({ input });
  lines.on('line', take);
  lines.on('error', () => lines.close());
}

export interface EdgeLink {
  /** Passes an API call on; answers 503 while the store side is away. */
  passOn(request: IncomingMessage, response: ServerResponse, address: string): void;
  /** Whether the store side is connected. */
  isConnected(): boolean;
  close(): void;
}

export interface EdgeLinkParts {
  storePort: number;
  secret: string;
  rules: Pick<KeptRules, 'lines' | 'take'>;
  /** The counters of the edge. */
  metrics(): Promise<string>;
  log: Logger;
}

/** The edge's end: receives rules as long as it is open. */
export function openEdgeLink({ storePort, secret, rules, metrics, log }: EdgeLinkParts): EdgeLink {
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
      let heard = createHeardRules(rules.lines);
      let say = (what: FromEdge) => void request.write(`${JSON.stringify(what)}\n`);
      linesOf(response, (line) => {
        let said = JSON.parse(line) as ToEdge;
        if ('asks' in said) return void metrics().then((text) => say({ metrics: text }));
        if ('owner' in said) return heard.owner(line, said);
        let end = heard.end(said);
        if (end === 'gap') return say({ asks: 'rules' });
        if (!end) return;
        rules.take(end.changed);
        say({ has: end.version });
      });
    });
    request.flushHeaders();
  }

  listen();
  return {
    isConnected: () => connected,
    passOn(request, response, address) {
      let id = requestId(request.headers[requestIdHeader]);
      let headers = {
        ...request.headers,
        [requestIdHeader]: id,
        ...spanHeaders(),
        [secretHeader]: secret,
        [clientHeader]: address,
      };
      let asked = http.request({ ...at, agent, method: request.method, path: request.url, headers });
      asked.on('response', (answer) => {
        // Connection headers are between the edge and its client.
        let { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, kept);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      });
      asked.on('error', (error) => {
        log.warn({ err: error, request: id }, 'the store side did not answer a call');
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
