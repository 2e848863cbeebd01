/**
 * Where dashboard and gateway meet: reads the settings, opens the stores, starts the listeners,
 * stops cleanly.
 */
import type { Server } from 'node:http';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { mailLinks } from 'contract/mail-links';
import { logConsole } from './server/console-lines';
import { builtPages, createDashboard, type Pages } from './server/dashboard';
import { openGateway, type OpenGateway } from './server/gateway';
import { listen, portOf, refuseTakenPorts, stop } from './server/listener';
import { refuseUnmovedRecords } from './server/moved-records';
import { keepPrivate } from './server/private-folder';
import { keptSecrets } from './server/secrets';
import { readSettings, type Settings } from './server/settings';

export interface Running {
  dashboard: string;
  /** Address of the API and the edge; undefined in front of a remote gateway. */
  gateway?: string;
  /** Address of the counters; undefined without METRICS_PORT. */
  metrics?: string;
  /** Where the first platform admin is made; undefined once there is one. */
  firstAdministrator?: string;
  close(): Promise<void>;
}

/** Starts everything the settings ask for; resolves when all listeners take connections. */
export async function start(settings: Settings, log: Logger, openPages = builtPages): Promise<Running> {
  process.env.NODE_ENV = settings.NODE_ENV;
  await refuseTakenPorts(settings);
  let gateway: OpenGateway | undefined;
  if (!settings.GATEWAY_URL) {
    refuseUnmovedRecords(settings);
    keepPrivate(settings.DATA_DIR);
    let secrets = keptSecrets(settings.DATA_DIR);
    process.env.SESSION_SECRETS ||= secrets.session;
    gateway = await openGateway(settings, secrets, log);
  }
  let servers: Server[] = [];
  let pages: Pages | undefined;
  let close = async () => {
    await Promise.all(servers.map(stop));
    await pages?.close();
    await gateway?.close();
  };
  try {
    pages = await openPages();
    servers.push(await listen(await createDashboard(settings, gateway, pages, log), settings.PORT, settings.HOST));
    if (gateway) {
      let { GATEWAY_PORT, GATEWAY_HOST, METRICS_PORT, METRICS_HOST, HOST } = settings;
      servers.push(await listen(gateway.handle, GATEWAY_PORT, GATEWAY_HOST ?? HOST));
      if (METRICS_PORT !== undefined) servers.push(await listen(gateway.metrics, METRICS_PORT, METRICS_HOST));
    }
    let [first, second, third] = servers.map(portOf);
    let token = await gateway?.firstAdministratorToken();
    return {
      dashboard: `http://${settings.HOST === '0.0.0.0' ? 'localhost' : settings.HOST}:${first}`,
      gateway: second ? `http://localhost:${second}` : undefined,
      metrics: third ? `http://${settings.METRICS_HOST}:${third}/metrics` : undefined,
      firstAdministrator: token && `${settings.PUBLIC_URL}${mailLinks.firstAdministrator(token)}`,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** In production people reach the dashboard by an address that only its operator knows. */
function warnOfMissingAddress({ NODE_ENV, IS_PUBLIC_URL_GIVEN, PUBLIC_URL }: Settings, log: Logger): void {
  if (NODE_ENV !== 'production' || IS_PUBLIC_URL_GIVEN) return;
  log.warn(
    'PUBLIC_URL is not set: session cookies are sent without Secure, browsers are not told to stay with https, ' +
      `the links of mails lead to ${PUBLIC_URL}, and the way back from GitHub to the host of the request. ` +
      'Set PUBLIC_URL to the address people use, such as https://stats.example.com.',
  );
}

async function main(): Promise<void> {
  let settings = readSettings(process.env);
  let log = pino({ level: settings.LOG_LEVEL });
  logConsole(log);
  warnOfMissingAddress(settings, log);
  let running = await start(settings, log);
  log.info({ dashboard: running.dashboard, gateway: running.gateway, metrics: running.metrics }, 'ready');
  // Not a line of the log, which may be kept elsewhere: the link is a secret.
  if (running.firstAdministrator)
    process.stdout.write(
      `This installation has no administrator. Open this link once to become it, before the server stops:\n\n  ${running.firstAdministrator}\n\n`,
    );
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

/**
 * The demo's bundle holds this file too and starts the server itself, so the name of the program
 * decides.
 */
if (/^server\.[jt]s$/.test(path.basename(process.argv[1] ?? '')))
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
