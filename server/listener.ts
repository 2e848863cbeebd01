/** Listeners: checking ports, binding, stopping. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import net, { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Settings } from './settings';
import { answersLimitMs, streamsLimitMs } from './shutdown';

/** How often a stopping server looks for idle connections. */
const lookMs = 50;
/**
 * How long a stopping server still takes connections that the system has accepted. Node takes one
 * per turn of its loop, so some turns without any mean that none is left.
 */
const waitingLimitMs = 1_000;
const quietTurns = 5;
/** A connection without a request after this time is one that a client holds ready. */
const firstRequestMs = 1_000;

function ports(settings: Settings): [setting: string, port: number, host: string][] {
  let all: [string, number, string][] = [['PORT', settings.PORT, settings.HOST]];
  if (!settings.GATEWAY_URL) all.push(['GATEWAY_PORT', settings.GATEWAY_PORT, settings.HOST]);
  if (!settings.GATEWAY_URL && settings.METRICS_PORT !== undefined)
    all.push(['METRICS_PORT', settings.METRICS_PORT, settings.METRICS_HOST]);
  return all;
}

/**
 * Rejects with an Error that names the setting to change. Call it before anything is opened or
 * written.
 */
export async function refuseTakenPorts(settings: Settings): Promise<void> {
  for (let [setting, port, host] of ports(settings))
    await listen(() => undefined, { port, host }).then(stop, (error: NodeJS.ErrnoException) => {
      throw new Error(explain(error, setting, port, host), { cause: error });
    });
}

function explain({ code, message }: NodeJS.ErrnoException, setting: string, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the other program, or set ${setting}.`;
  if (code === 'EACCES') return `This user cannot open port ${port}. Set ${setting} to 1024 or higher.`;
  if (code === 'EADDRNOTAVAIL') return `${host} is not an IP address of this machine. Correct HOST or METRICS_HOST.`;
  return `Port ${port} (${setting}) on ${host}: ${message}`;
}

/** A port to bind, or an inherited socket. */
export type ListenAt = { port: number; host: string } | { fd: number };

/** Unanswered requests of a server, and whether it is stopping. */
interface Work {
  answering: Set<ServerResponse>;
  /** Connections without a request so far, by the time they were taken. */
  fresh: Map<Socket, number>;
  isStopping: boolean;
  /** The next process handles what comes from now on. */
  hasLeft: boolean;
}
const works = new WeakMap<Server, Work>();

export function listen(handle: RequestListener, at: ListenAt): Promise<Server> {
  return new Promise((resolve, reject) => {
    let work: Work = { answering: new Set(), fresh: new Map(), isStopping: false, hasLeft: false };
    let take: RequestListener = (request, response) => {
      work.fresh.delete(request.socket);
      // The client retries, and the next process responds.
      if (work.hasLeft) return void request.socket.destroy();
      work.answering.add(response);
      response.once('close', () => work.answering.delete(response));
      if (work.isStopping) response.shouldKeepAlive = false;
      try {
        handle(request, response);
      } catch (error) {
        // An unexpected error ends its connection, not the process.
        console.error('unhandled error in a request:', error);
        response.destroy();
      }
    };
    let server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 10_000 }, take);
    server.on('connection', (socket) => {
      work.fresh.set(socket, performance.now());
      socket.once('close', () => work.fresh.delete(socket));
    });
    works.set(server, work);
    bind(server, at).then(() => resolve(server), reject);
  });
}

export function bind(server: NetServer, at: ListenAt): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...at, backlog: 1_024 }, resolve);
  });
}

export function portOf(server: NetServer): number {
  let address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Resolves when the connections that wait for `server` are taken; otherwise they would be reset.
 */
async function takeWaiting(server: Server): Promise<void> {
  let limit = performance.now() + waitingLimitMs;
  let quiet = 0;
  let taken = () => void (quiet = 0);
  server.on('connection', taken);
  while (quiet++ < quietTurns && performance.now() < limit) await turn();
  server.off('connection', taken);
}

/**
 * Stops accepting connections, lets running requests finish, and cuts the rest after a timeout.
 * `Connection: close` asks clients to send no more requests.
 */
export async function stop(server: Server): Promise<void> {
  let cutAt = performance.now() + answersLimitMs;
  closeAfterAnswers(server);
  await takeWaiting(server);
  await closed(server, cutAt - performance.now());
}

/**
 * Stops a server whose socket another process keeps. Waiting connections are left for that one.
 * Resolves when every request has begun to be answered, so that nothing is recorded any more;
 * `ended` resolves when the responses are sent.
 */
export async function leave(server: Server): Promise<{ ended: Promise<void> }> {
  let begunBy = performance.now() + answersLimitMs;
  closeAfterAnswers(server);
  let ended = closed(server, streamsLimitMs);
  let work = works.get(server);
  let unbegun = () => [...(work?.answering ?? [])].filter(({ headersSent }) => !headersSent);
  do await pause(lookMs);
  while ((unbegun().length > 0 || isAboutToAsk(server)) && performance.now() < begunBy);
  for (let response of unbegun()) response.destroy();
  if (work) work.hasLeft = true;
  return { ended };
}

function closeAfterAnswers(server: Server): void {
  let work = works.get(server);
  if (work) work.isStopping = true;
  for (let response of work?.answering ?? []) response.shouldKeepAlive = false;
}

/** Whether recent connections are about to send a request. */
function isAboutToAsk(server: Server): boolean {
  let taken = [...(works.get(server)?.fresh.values() ?? [])];
  return taken.some((time) => performance.now() - time < firstRequestMs);
}

/**
 * Whether a response has ended and its last bytes are not sent. Node counts its connection as idle
 * and would cut it off.
 */
function isSending(server: Server): boolean {
  return [...(works.get(server)?.answering ?? [])].some((response) => response.writableEnded);
}

/** Accepts no more connections; resolves when none are left, cutting them after the timeout. */
function closed(server: Server, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    let limit = setTimeout(() => server.closeAllConnections(), limitMs);
    let closeIdle = () => {
      if (!isAboutToAsk(server) && !isSending(server)) server.closeIdleConnections();
    };
    let idle = setInterval(closeIdle, lookMs);
    // The close of the HTTP server would cut connections without a request so far.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(limit);
      clearInterval(idle);
      resolve();
    });
    closeIdle();
  });
}

/** Node's internal way to bind without accepting connections, as its cluster module does. */
interface BoundHandle {
  fd: number;
  getsockname(out: { port?: number }): number;
  close(): void;
}
type CreateHandle = (host: string, port: number, family: 4 | 6, fd: number) => BoundHandle | number;
const createHandle = (net as { _createServerHandle?: CreateHandle })._createServerHandle;

export interface HeldSocket {
  port: number;
  /** For `listen({ fd })` of a child that inherits it. */
  fd: number;
  close(): void;
}

/**
 * Binds a port for child processes that inherit the socket: while one restarts, connections wait in
 * the system's queue. Undefined on platforms that cannot pass sockets: each child binds its own.
 */
export function holdSocket(port: number, host: string): HeldSocket | undefined {
  if (!createHandle || process.platform === 'win32') return undefined;
  let handle = createHandle(host === 'localhost' ? '127.0.0.1' : host, port, net.isIPv6(host) ? 6 : 4, -1);
  if (typeof handle === 'number' || handle.fd < 0) return undefined;
  let bound: { port?: number } = {};
  handle.getsockname(bound);
  return { port: bound.port ?? port, fd: handle.fd, close: () => handle.close() };
}
