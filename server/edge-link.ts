/**
 * The link between the edge and the store side, over a port of this machine: rules go to the edge,
 * which says that it has them, and calls of the API that arrived at the edge go to the store side.
 * An edge that connects is sent all rules, from then on those of the owners that change. What a
 * connection is for is decided when it is made (verified-connection.ts), never by a request on it.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import net, { type Server, type Socket } from 'node:net';
import readline from 'node:readline';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { RulesChange } from 'contract/edge/edge-rules';
import { requestId, requestIdHeader } from 'net/request-id';
import { spanHeaders } from 'net/tracing';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { RulesCache } from './rules-cache';
import { sendStoreUnavailable } from './unavailable';
import { acceptEdge, connectToStore } from './verified-connection';
import { createRulesReceiver, createRulesSender, type EndLine, type OwnerLine } from './rules-lines';
import { answersLimitMs } from './shutdown';

const clientHeader = 'x-landfall-client';

/** How long a change waits until the edge has its rules. */
const acknowledgementLimitMs = 2_000;
/** How long an edge that was connected may take to reconnect. */
const returnLimitMs = 1_000;
const againAfterMs = 100;
/** How long calls wait for the next store side after one has left: a store side stops within five. */
const nextLimitMs = 10_000;
const metricsLimitMs = 1_000;
/**
 * Bytes that may wait for an edge beside the rules it is being sent. One that takes no more is cut
 * off; when it is back it gets all rules.
 */
const unreadMax = 16 * 1024 * 1024;

/** What the store side writes to an edge, and what the edge writes back: a line each. */
type ToEdge = OwnerLine | EndLine | { asks: 'metrics' };
const FromEdge = z.union([
  z.object({ has: z.number().int() }),
  z.object({ metrics: z.string() }),
  z.object({ asks: z.literal('rules') }),
]);
type FromEdge = z.infer<typeof FromEdge>;

interface Connected {
  send(lines: string): void;
  end(): void;
  /** The version of the rules that it has. */
  has: number;
  /** Whether a change has waited for it in vain; none does again until it has all rules. */
  isLate: boolean;
  /** Whether it owes counters; one that does is not asked again. */
  isAsked: boolean;
  /** Called with the requested counters. */
  tell: Set<(metrics: string) => void>;
}

export interface StoreLink {
  /** Takes the connections of the loopback port. */
  server: Server;
  /** Resolves when every edge has what changed, or has not said so within two seconds. */
  takeRules(changed: RulesChange): Promise<void>;
  /** The counters of the edge, in the text format of Prometheus; empty when none answers in time. */
  edgeMetrics(): Promise<string>;
  /** Whether an edge is connected. */
  hasEdge(): boolean;
  /** Closes the port and, once running calls are answered or cut off, the connections. */
  close(): Promise<void>;
}

/** The store side's end; `api` receives calls with the address of their client. */
export function createStoreLink(
  secret: string,
  api: (request: IncomingMessage, response: ServerResponse, address: string) => void,
  log: Logger,
): StoreLink {
  let edges = new Set<Connected>();
  let told = createRulesSender();
  let open = new Set<Socket>();
  let hadEdge = false;
  let waiting = new Set<() => void>();
  let heard = () => waiting.forEach((check) => check());

  let answering = new Set<ServerResponse>();
  let isClosing = false;
  let calls: RequestListener = (request, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
    // What comes next on this connection is for the next process.
    if (isClosing) response.shouldKeepAlive = false;
    let address = String(request.headers[clientHeader] ?? '');
    delete request.headers[clientHeader];
    api(request, response, address);
  };
  // Its connections come from the edge, which has the time limits of its clients.
  let callServer = http.createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, calls);

  let server = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    acceptEdge(socket, secret).then(
      (purpose) => {
        if (purpose === 'api') callServer.emit('connection', socket);
        else connect(socket);
      },
      (error: unknown) => log.warn({ err: error }, 'a connection to the link was refused'),
    );
  });

  function connect(socket: Socket): void {
    let edge: Connected = {
      has: 0,
      isLate: false,
      isAsked: false,
      tell: new Set(),
      send(lines) {
        if (socket.writableLength > unreadMax) socket.destroy();
        else socket.write(lines);
      },
      end: () => socket.destroy(),
    };
    edges.add(edge);
    hadEdge = true;
    linesOf(socket, log, (line) => {
      let said = FromEdge.parse(JSON.parse(line));
      if ('has' in said) edge.has = said.has;
      else if ('metrics' in said) giveCounters(edge, said.metrics);
      // One that asks before it has taken what it was sent would make the answers grow.
      else if (socket.writableLength > 0) socket.destroy();
      else edge.send(told.whole());
      if (edge.has >= told.version()) edge.isLate = false;
      heard();
    });
    socket.on('close', () => {
      edges.delete(edge);
      giveCounters(edge, '');
      heard();
    });
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
    server,
    async takeRules(changed) {
      let lines = told.change(changed);
      let version = told.version();
      if (lines) for (let edge of edges) edge.send(lines);
      let isTaken = () =>
        (edges.size > 0 || !hadEdge) && [...edges].every(({ has, isLate }) => isLate || has >= version);
      await until(isTaken, returnLimitMs);
      if (edges.size > 0) await until(isTaken, acknowledgementLimitMs - returnLimitMs);
      for (let edge of edges) edge.isLate ||= edge.has < version;
    },
    hasEdge: () => edges.size > 0,
    async edgeMetrics() {
      let limit = AbortSignal.timeout(metricsLimitMs);
      let asked = [...edges].map(
        (edge) =>
          new Promise<string>((resolve) => {
            limit.addEventListener('abort', () => {
              edge.tell.delete(resolve);
              resolve('');
            });
            edge.tell.add(resolve);
            if (!edge.isAsked) edge.send(`${JSON.stringify({ asks: 'metrics' } satisfies ToEdge)}\n`);
            edge.isAsked = true;
          }),
      );
      return (await Promise.all(asked)).join('\n');
    },
    async close() {
      isClosing = true;
      let closed = once(server.close(), 'close');
      for (let response of answering) response.shouldKeepAlive = false;
      // An edge that hears this ends the connections on which it asks nothing. If they ended here, a
      // call that is being sent just now would be lost.
      for (let edge of edges) edge.end();
      let limit = setTimeout(() => open.forEach((socket) => socket.destroy()), answersLimitMs);
      await closed;
      clearTimeout(limit);
    },
  };
}

function giveCounters(edge: Connected, metrics: string): void {
  edge.isAsked = false;
  for (let tell of edge.tell) tell(metrics);
  edge.tell.clear();
}

/** Calls `take` with each line until the connection ends; one that it cannot read ends it. */
function linesOf(socket: Socket, log: Logger, take: (line: string) => void): void {
  let lines = readline.createInterface({ input: socket });
  lines.on('line', (line) => {
    if (socket.destroyed) return;
    try {
      take(line);
    } catch (error) {
      log.error({ err: error }, 'a line of the link could not be read; the connection is made again');
      socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  lines.on('error', () => socket.destroy());
}

export interface EdgeLink {
  /** Passes an API call on, to the next store side where one has just left; 503 while there is none. */
  passOn(request: IncomingMessage, response: ServerResponse, address: string): void;
  /** Whether the store side is connected. */
  isConnected(): boolean;
  close(): void;
}

export interface EdgeLinkParts {
  storePort: number;
  secret: string;
  rules: Pick<RulesCache, 'lines' | 'take'>;
  /** The counters of the edge. */
  metrics(): Promise<string>;
  log: Logger;
}

/** Connections for calls, each proven before the first of them. */
class ProvenAgent extends http.Agent {
  constructor(private readonly connect: () => Promise<Socket>) {
    super({ keepAlive: true });
  }
  override createConnection(_: object, done?: (error: Error | null, socket: Duplex) => void): undefined {
    // What is missing with an error, the agent does not look at.
    this.connect().then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as unknown as Duplex),
    );
  }
  endIdle(): void {
    for (let socket of Object.values(this.freeSockets).flat()) socket?.destroy();
  }
}

/** The edge's end: receives rules as long as it is open. */
export function openEdgeLink({ storePort, secret, rules, metrics, log }: EdgeLinkParts): EdgeLink {
  let agent = new ProvenAgent(connectForCalls);
  let connection: Socket | undefined;
  let closed = false;
  let lostAt = Number.NEGATIVE_INFINITY;

  /** Waits for the next store side where one has just left; rejects at once where it is long away. */
  async function connectForCalls(): Promise<Socket> {
    let begun = performance.now();
    let isNear = () => !closed && (connection ? begun : lostAt) + nextLimitMs > performance.now();
    for (;;)
      try {
        return await connectToStore(storePort, secret, 'api');
      } catch (error) {
        if (!isNear()) throw error;
        do await pause(againAfterMs);
        while (!connection && isNear());
      }
  }

  async function listen(): Promise<void> {
    while (!closed) {
      try {
        let socket = await connectToStore(storePort, secret, 'rules');
        connection = socket;
        if (closed) socket.destroy();
        await hearRules(socket);
      } catch (error) {
        log.debug({ err: error }, 'the store side does not answer');
      }
      if (connection) lostAt = performance.now();
      agent.endIdle();
      connection = undefined;
      await pause(againAfterMs, undefined, { ref: false });
    }
  }

  /** Takes what the store side says; resolves when the connection has ended. */
  function hearRules(socket: Socket): Promise<void> {
    let heard = createRulesReceiver(rules.lines);
    let say = (what: FromEdge) => void socket.write(`${JSON.stringify(what)}\n`);
    linesOf(socket, log, (line) => {
      let said = JSON.parse(line) as ToEdge;
      if ('asks' in said)
        return void metrics().then(
          (text) => say({ metrics: text }),
          () => say({ metrics: '' }),
        );
      if ('owner' in said) return heard.owner(line, said);
      let end = heard.end(said);
      if (end === 'gap') return say({ asks: 'rules' });
      if (!end) return;
      rules.take(end.changed);
      say({ has: end.version });
    });
    return new Promise((resolve) => socket.on('close', () => resolve()));
  }

  void listen();
  return {
    isConnected: () => connection !== undefined,
    passOn(request, response, address) {
      let id = requestId(request.headers[requestIdHeader]);
      let headers = { ...request.headers, [requestIdHeader]: id, ...spanHeaders(), [clientHeader]: address };
      let isRead = request.method === 'GET' || request.method === 'HEAD';
      ask(isRead);

      /** A read that met a store side that was ending is asked of the next one. */
      function ask(mayAskAgain: boolean): void {
        let asked = http.request({ agent, method: request.method, path: request.url, headers });
        asked.on('response', (answer) => {
          // Connection headers are between the edge and its client.
          let { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers;
          response.writeHead(answer.statusCode ?? 502, kept);
          answer.pipe(response);
          answer.on('error', () => response.destroy());
        });
        asked.on('error', (error) => {
          if (mayAskAgain && !response.headersSent && !response.destroyed) return ask(false);
          log.warn({ err: error, request: id }, 'the store side did not answer a call');
          if (response.headersSent) response.destroy();
          else sendStoreUnavailable(response);
        });
        response.on('close', () => response.writableFinished || asked.destroy());
        if (isRead) asked.end();
        else request.pipe(asked);
      }
    },
    close() {
      closed = true;
      connection?.destroy();
      agent.destroy();
    },
  };
}
