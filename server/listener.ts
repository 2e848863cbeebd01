/** The sockets of the process: bound, found taken, stopped. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Settings } from './settings';

const stopLimitMs = 10_000;

/** The settings that name a port, each with the address it is bound on. */
function ports(settings: Settings): [setting: string, port: number, host: string][] {
  let all: [string, number, string][] = [['PORT', settings.PORT, settings.HOST]];
  if (!settings.GATEWAY_URL) all.push(['GATEWAY_PORT', settings.GATEWAY_PORT, settings.GATEWAY_HOST ?? settings.HOST]);
  if (!settings.GATEWAY_URL && settings.METRICS_PORT !== undefined)
    all.push(['METRICS_PORT', settings.METRICS_PORT, settings.METRICS_HOST]);
  return all;
}

/**
 * Rejects with an Error that names the setting to change when a port of the settings cannot be
 * bound. Ask before anything is opened or written.
 */
export async function refuseTakenPorts(settings: Settings): Promise<void> {
  for (let [setting, port, host] of ports(settings))
    await listen(() => undefined, { port, host }).then(stop, (error: NodeJS.ErrnoException) => {
      throw new Error(explain(error, setting, port, host), { cause: error });
    });
}

function explain({ code, message }: NodeJS.ErrnoException, setting: string, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken. Stop what uses it, or set ${setting}.`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set ${setting} to 1024 or more.`;
  if (code === 'EADDRNOTAVAIL')
    return `${host} is no address of this machine. Correct HOST, GATEWAY_HOST or METRICS_HOST.`;
  return `Port ${port} (${setting}) on ${host}: ${message}`;
}

/** A port to bind, or an inherited socket. */
export type ListenAt = { port: number; host: string } | { fd: number };

/** Starts a server; resolves when it takes connections. */
export function listen(handle: RequestListener, at: ListenAt): Promise<Server> {
  return new Promise((resolve, reject) => {
    let server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 10_000 }, handle);
    server.once('error', reject);
    server.listen({ ...at, backlog: 1_024 }, () => resolve(server));
  });
}

export function portOf(server: Server): number {
  let address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Takes no new connections, lets requests in flight end, and cuts what still hangs after the limit.
 */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    let limit = setTimeout(() => server.closeAllConnections(), stopLimitMs);
    server.close(() => {
      clearTimeout(limit);
      resolve();
    });
    server.closeIdleConnections();
  });
}
