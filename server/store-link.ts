/**
 * The store side's end of the link: sends rules to the edges and takes the API calls that arrived
 * there. A new edge gets all rules, then those of owners that change.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import net, { type Server, type Socket } from 'node:net';
import type { RulesChange } from 'contract/edge/edge-rules';
import type { Logger } from 'pino';
import { clientHeader, createRulesSender, FromEdge, receiveLines, type ToEdge } from './link-lines';
import { answersLimitMs } from './shutdown';
import { acceptEdge } from './verified-connection';

/** How long a change waits until the edge has its rules. */
const acknowledgementLimitMs = 2_000;
/** How long a change waits for an edge that was connected before. */
const returnLimitMs = 1_000;
const metricsLimitMs = 1_000;
/** An edge with more unread bytes than this is disconnected; it gets all rules when it reconnects. */
const unreadMax = 16 * 1024 * 1024;

interface Connected {
  send(lines: string): void;
  end(): void;
  /** The version of the rules that it has acknowledged. */
  has: number;
  /** A change timed out waiting for it. Later changes do not wait until it has all rules. */
  isLate: boolean;
  /** A request for metrics is under way. */
  isAsked: boolean;
  metricsRequests: Set<(metrics: string) => void>;
}

export interface StoreLink {
  server: Server;
  /** Resolves when every edge has acknowledged the change, after two seconds at the latest. */
  takeRules(changed: RulesChange): Promise<void>;
  /** The edge's metrics in Prometheus text format; empty after a timeout. */
  edgeMetrics(): Promise<string>;
  hasEdge(): boolean;
  /** Closes the port, then the connections when running calls have been answered or timed out. */
  close(): Promise<void>;
}

/** Opens the store side's end; `api` receives calls with the client's address. */
export function createStoreLink(
  secret: string,
  api: (request: IncomingMessage, response: ServerResponse, address: string) => void,
  log: Logger,
): StoreLink {
  let edges = new Set<Connected>();
  let sender = createRulesSender();
  let open = new Set<Socket>();
  let hadEdge = false;
  let { until, check: checkWaiting } = createConditions();

  let answering = new Set<ServerResponse>();
  let isClosing = false;
  let calls: RequestListener = (request, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
    // The next request has to reach the next process.
    if (isClosing) response.shouldKeepAlive = false;
    let address = String(request.headers[clientHeader] ?? '');
    delete request.headers[clientHeader];
    api(request, response, address);
  };
  // The edge enforces the timeouts of clients.
  let callServer = http.createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, calls);

  let server = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    acceptEdge(socket, secret).then(
      (purpose) => {
        if (purpose === 'api') callServer.emit('connection', socket);
        else connect(socket);
      },
      (error: unknown) => log.warn({ err: error }, 'refused a connection between processes'),
    );
  });

  function connect(socket: Socket): void {
    let edge: Connected = {
      has: 0,
      isLate: false,
      isAsked: false,
      metricsRequests: new Set(),
      send(lines) {
        if (socket.writableLength > unreadMax) socket.destroy();
        else socket.write(lines);
      },
      end: () => socket.destroy(),
    };
    edges.add(edge);
    hadEdge = true;
    receiveLines(socket, log, (line) => {
      let message = FromEdge.parse(JSON.parse(line));
      if ('has' in message) edge.has = message.has;
      else if ('metrics' in message) resolveMetrics(edge, message.metrics);
      // An edge that requests rules without reading the last ones would fill the buffer.
      else if (socket.writableLength > 0) socket.destroy();
      else edge.send(sender.whole());
      if (edge.has >= sender.version()) edge.isLate = false;
      checkWaiting();
    });
    socket.on('close', () => {
      edges.delete(edge);
      resolveMetrics(edge, '');
      checkWaiting();
    });
    if (sender.version() > 0) edge.send(sender.whole());
  }

  return {
    server,
    async takeRules(changed) {
      let lines = sender.change(changed);
      let version = sender.version();
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
      return (await Promise.all([...edges].map((edge) => metricsOf(edge, limit)))).join('\n');
    },
    async close() {
      isClosing = true;
      let closed = once(server.close(), 'close');
      for (let response of answering) response.shouldKeepAlive = false;
      // The edge closes its idle connections when this one ends. Closing them here could lose a call
      // that is on its way.
      for (let edge of edges) edge.end();
      let limit = setTimeout(() => open.forEach((socket) => socket.destroy()), answersLimitMs);
      await closed;
      clearTimeout(limit);
    },
  };
}

/** Conditions that callers wait for. */
function createConditions() {
  let waiting = new Set<() => void>();
  return {
    /** Looks at all again. */
    check: () => waiting.forEach((look) => look()),
    /** Resolves when `isTrue`, or after the timeout. */
    async until(isTrue: () => boolean, limitMs: number): Promise<void> {
      if (isTrue()) return;
      await new Promise<void>((resolve) => {
        let end = () => {
          clearTimeout(limit);
          waiting.delete(look);
          resolve();
        };
        let look = () => isTrue() && end();
        let limit = setTimeout(end, limitMs);
        waiting.add(look);
      });
    },
  };
}

/** Empty after the limit. */
function metricsOf(edge: Connected, limit: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    limit.addEventListener('abort', () => {
      edge.metricsRequests.delete(resolve);
      resolve('');
    });
    edge.metricsRequests.add(resolve);
    if (!edge.isAsked) edge.send(`${JSON.stringify({ asks: 'metrics' } satisfies ToEdge)}\n`);
    edge.isAsked = true;
  });
}

function resolveMetrics(edge: Connected, metrics: string): void {
  edge.isAsked = false;
  for (let resolve of edge.metricsRequests) resolve(metrics);
  edge.metricsRequests.clear();
}
