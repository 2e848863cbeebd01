/**
 * The edge's end of the link to the store side, over a port of this machine: receives rules and
 * forwards the API calls that arrive at the edge.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { requestId, requestIdHeader } from 'net/request-id';
import { spanHeaders } from 'net/tracing';
import type { Logger } from 'pino';
import { clientHeader, createRulesReceiver, receiveLines, type FromEdge, type ToEdge } from './link-lines';
import type { RulesCache } from './rules-cache';
import { sendStoreUnavailable } from './unavailable';
import { connectToStore } from './verified-connection';

const retryAfterMs = 100;
/** How long calls wait for a store side that restarts; it stops within five seconds. */
const restartLimitMs = 10_000;

export interface EdgeLink {
  /** Forwards an API call, waiting for a store side that restarts; 503 without one. */
  passOn(request: IncomingMessage, response: ServerResponse, address: string): void;
  isConnected(): boolean;
  /** Takes no more rules and calls; those that are being answered go on. */
  close(): void;
}

export interface EdgeLinkParts {
  storePort: number;
  secret: string;
  rules: Pick<RulesCache, 'lines' | 'take'>;
  metrics(): Promise<string>;
  log: Logger;
}

/** Verifies each connection before its first call. */
class VerifiedAgent extends http.Agent {
  constructor(private readonly connect: () => Promise<Socket>) {
    super({ keepAlive: true });
  }
  override createConnection(_: object, done?: (error: Error | null, socket: Duplex) => void): undefined {
    // The agent ignores the socket when there is an error.
    this.connect().then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as unknown as Duplex),
    );
  }
  endIdle(): void {
    for (let socket of Object.values(this.freeSockets).flat()) socket?.destroy();
  }
  /** Calls that are being answered go on; each connection closes after its call. */
  endAfterCalls(): void {
    this.maxFreeSockets = 0;
    this.endIdle();
  }
}

/** Receives rules until it is closed. */
export function openEdgeLink({ storePort, secret, rules, metrics, log }: EdgeLinkParts): EdgeLink {
  let agent = new VerifiedAgent(connectForCalls);
  let connection: Socket | undefined;
  let closed = false;
  let lostAt = Number.NEGATIVE_INFINITY;

  /** Waits while the store side restarts; rejects at once if it has been away for longer. */
  async function connectForCalls(): Promise<Socket> {
    let begun = performance.now();
    let isNear = () => !closed && (connection ? begun : lostAt) + restartLimitMs > performance.now();
    for (;;)
      try {
        return await connectToStore(storePort, secret, 'api');
      } catch (error) {
        if (!isNear()) throw error;
        do await pause(retryAfterMs);
        while (!connection && isNear());
      }
  }

  async function listen(): Promise<void> {
    while (!closed) {
      try {
        let socket = await connectToStore(storePort, secret, 'rules');
        connection = socket;
        if (closed) socket.destroy();
        await receiveRules(socket);
      } catch (error) {
        log.debug({ err: error }, 'the store process does not respond');
      }
      if (connection) lostAt = performance.now();
      agent.endIdle();
      connection = undefined;
      await pause(retryAfterMs, undefined, { ref: false });
    }
  }

  /** Resolves when the connection ends. */
  function receiveRules(socket: Socket): Promise<void> {
    let receiver = createRulesReceiver(rules.lines);
    let send = (what: FromEdge) => void socket.write(`${JSON.stringify(what)}\n`);
    receiveLines(socket, log, (line) => {
      let message: ToEdge = JSON.parse(line);
      if ('asks' in message)
        return void metrics().then(
          (text) => send({ metrics: text }),
          () => send({ metrics: '' }),
        );
      if ('owner' in message) return receiver.owner(line, message);
      let end = receiver.end(message);
      if (end === 'gap') return send({ asks: 'rules' });
      if (!end) return;
      rules.take(end.changed);
      send({ has: end.version });
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

      /** Reads are tried again once, as the store side may have been stopping. */
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
          log.warn({ err: error, request: id }, 'the store process did not answer a call');
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
      // A replaced edge closes its link while it still sends responses.
      agent.endAfterCalls();
    },
  };
}
