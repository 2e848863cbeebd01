/** Where dashboard and gateway meet: reads the settings, opens the stores, starts the listeners, stops cleanly. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { createDashboard } from './server/dashboard';
import { openGateway, type OpenGateway } from './server/gateway';
import { readSettings, type Settings } from './server/settings';

export interface Running {
  dashboard: string;
  /** Address of the API and the edge; undefined in front of a remote gateway. */
  gateway?: string;
  close(): Promise<void>;
}

const stopLimitMs = 10_000;

/** Starts everything the settings ask for; resolves when both listeners take connections. */
export async function start(settings: Settings, log: Logger): Promise<Running> {
  process.env.NODE_ENV = settings.NODE_ENV;
  let gateway: OpenGateway | undefined;
  if (!settings.GATEWAY_URL) {
    mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
    let secrets = keptSecrets(settings.DATA_DIR);
    process.env.SESSION_SECRETS ||= secrets.session;
    gateway = await openGateway(settings, secrets.salt, log);
  }
  let servers: Server[] = [];
  try {
    let dashboard = await createDashboard(settings, gateway, log);
    servers.push(await listen(dashboard.handle, settings.PORT, settings.HOST));
    if (gateway)
      servers.push(await listen(gateway.handle, settings.GATEWAY_PORT, settings.GATEWAY_HOST ?? settings.HOST));
    let [first, second] = servers.map(portOf);
    return {
      dashboard: `http://${settings.HOST === '0.0.0.0' ? 'localhost' : settings.HOST}:${first}`,
      gateway: second ? `http://localhost:${second}` : undefined,
      async close() {
        await Promise.all(servers.map(stop));
        await dashboard.close();
        await gateway?.close();
      },
    };
  } catch (error) {
    await Promise.all(servers.map(stop));
    await gateway?.close();
    throw error;
  }
}

/** The installation's own secrets, made at the first start and readable by its user alone. */
function keptSecrets(folder: string): { session: string; salt: string } {
  let file = path.join(folder, 'secrets.json');
  if (!existsSync(file)) {
    let fresh = { session: randomBytes(32).toString('base64url'), salt: randomBytes(32).toString('base64url') };
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as { session: string; salt: string };
}

function listen(handle: Parameters<typeof createServer>[1], port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    let server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 10_000 }, handle);
    server.once('error', reject);
    server.listen(port, host, 1_024, () => resolve(server));
  });
}

function portOf(server: Server): number {
  let address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Takes no new connections, lets requests in flight end, and cuts what still hangs after the limit. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    let limit = setTimeout(() => server.closeAllConnections(), stopLimitMs);
    server.close(() => {
      clearTimeout(limit);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function main(): Promise<void> {
  let settings = readSettings(process.env);
  let log = pino({ level: settings.LOG_LEVEL });
  let running = await start(settings, log);
  log.info({ dashboard: running.dashboard, gateway: running.gateway }, 'ready');
  stopOnSignal(running, log);
}

/** Ends the process on SIGTERM or SIGINT once everything is closed. */
export function stopOnSignal(running: Running, log: Logger): void {
  for (let signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      running.close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error(error, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
}

/** The demo's bundle holds this file too and starts the server itself, so the name of the program decides. */
if (/^server\.[jt]s$/.test(path.basename(process.argv[1] ?? '')))
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
