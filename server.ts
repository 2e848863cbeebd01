/**
 * Starts and stops the product: the supervisor, or in its child processes the edge or the store
 * side, by `ROLE`, or one of many processes on several machines.
 */
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { wasUsed } from './server/data-folder';
import type { Pages } from './server/dashboard';
import { lockFolder } from './server/folder-lock';
import { listen, portOf, refuseTakenPorts, stop } from './server/listener';
import { createLog, logConsole } from './server/log';
import { withoutOldSettings } from './server/old-settings';
import { keepPrivate } from './server/private-folder';
import { installationSecrets } from './server/secrets';
import { productFolder, readSettings, type Settings } from './server/settings';
import { exitOnUncaughtError, stopOnSignal, wholeLimitMs } from './server/shutdown';
import { startTracing } from './server/tracing';
import { isSupervised, untilTurn, supervisedBy, type ProcessRole } from './server/supervised';
import { EndedEarly, supervise, type Programs, type Supervision } from './server/supervisor';

export interface Running {
  dashboard: string;
  /** Address of the API and the edge; undefined in front of a remote gateway. */
  gateway?: string | undefined;
  /** Address of the counters; undefined without METRICS_PORT. */
  metrics?: string | undefined;
  /** Resolves when all listeners take connections. Rejects where a setting is wrong. */
  ready: Supervision['ready'];
  replace: Supervision['replace'];
  close(): Promise<void>;
}

/**
 * The program as it was named at the start: where that is a link to a version, children that are
 * started later are of the version that it leads to then.
 */
function builtServer(): readonly string[] {
  let [, named = ''] = process.argv;
  return [isServer(named) ? path.resolve(named) : path.join(productFolder, 'build/server.js')];
}

function isServer(program: string): boolean {
  return path.basename(program) === 'server.js';
}

/** Starts everything that the settings configure. */
export async function start(
  settings: Settings,
  log: Logger,
  programs: Programs = { edge: builtServer(), store: builtServer() },
): Promise<Running> {
  await refuseTakenPorts(settings);
  let { HOST, METRICS_HOST, GATEWAY_URL, DATA_DIR } = settings;
  let at = (port: number) => `http://${HOST === '0.0.0.0' ? 'localhost' : HOST}:${port}`;
  if (GATEWAY_URL) {
    let { port, close } = await startDashboard(settings, log);
    return { dashboard: at(port), ready: Promise.resolve({}), replace: async () => false, close };
  }
  keepPrivate(DATA_DIR, (error, sentence) => log.warn({ err: error }, sentence));
  // A first start makes them before the children read them, and ends where it cannot: there is
  // nothing to serve yet. Later starts serve downloads whatever is wrong.
  if (!wasUsed(DATA_DIR)) installationSecrets(DATA_DIR);
  let locks = { edge: await lockFolder(DATA_DIR, 'edge', log), store: await lockFolder(DATA_DIR, 'store', log) };
  let { ports, ready, replace, close } = supervise(settings, programs, log, locks);
  return {
    dashboard: at(ports.dashboard),
    gateway: `http://localhost:${ports.gateway}`,
    metrics: ports.metrics === undefined ? undefined : `http://${METRICS_HOST}:${ports.metrics}/metrics`,
    ready,
    replace,
    async close() {
      await close();
      for (let lock of Object.values(locks)) lock.release();
    },
  };
}

/** The dashboard alone, in front of another gateway. */
async function startDashboard(settings: Settings, log: Logger): Promise<{ port: number; close(): Promise<void> }> {
  process.env.NODE_ENV = settings.NODE_ENV;
  let { builtAndPreviousPages, createDashboard } = await import('./server/dashboard');
  let pages = await builtAndPreviousPages(settings, log);
  let handle = await createDashboard(settings, undefined, pages, log);
  let server = await listen(handle, { port: settings.PORT, host: settings.HOST });
  return { port: portOf(server), close: () => stop(server).then(pages.close) };
}

/** How much a heap grows before it is cleaned again; by itself V8 lets it become several times as large. */
const heapGrowthPercent = 30;

/** Runs one part; stops when a supervisor ends that has started it. */
export async function runRole(
  role: ProcessRole | 'web' | 'jobs',
  settings: Settings,
  log: Logger,
  openPages?: () => Promise<Pages>,
): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
  let supervised = supervisedBy(process.env, settings);
  process.env.NODE_ENV = settings.NODE_ENV;
  keepPrivate(settings.DATA_DIR, (error, sentence) => log.warn({ err: error }, sentence));
  // A process without a supervisor holds the folder itself; a web process has none of its own.
  if ((role === 'edge' || role === 'store') && !isSupervised(process.env))
    await lockFolder(settings.DATA_DIR, role, log);
  let close = async () => {};
  let endTracing = await startTracing(settings, role);
  stopOnSignal(() => close().finally(endTracing), log);
  // Without a supervisor, a process that ends would not be restarted.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Each process loads only the modules of its side.
  let isNode = settings.SECRETS_ENCRYPTION_KEY !== undefined && !isSupervised(process.env);
  if (role === 'edge' && isNode) {
    let { runEdgeNode } = await import('./server/edge-node');
    close = await runEdgeNode(settings, log);
  } else if (role === 'jobs') {
    let { runJobs } = await import('./server/jobs');
    close = await runJobs(settings, log);
  } else if (role === 'web') {
    let { builtAndPreviousPages } = await import('./server/dashboard');
    let { runWeb } = await import('./server/web');
    close = await runWeb(settings, openPages ?? (() => builtAndPreviousPages(settings, log)), log);
  } else if (role === 'edge') {
    let { runEdge } = await import('./server/edge');
    await untilTurn(supervised);
    close = await runEdge(settings, supervised, log);
  } else {
    let { builtAndPreviousPages, builtPages } = await import('./server/dashboard');
    let { runStore } = await import('./server/store');
    if (supervised.waits) {
      // Pages cannot be loaded without them.
      process.env.SESSION_SECRETS ||= installationSecrets(settings.DATA_DIR).session;
      await (openPages ?? builtPages)();
    }
    await untilTurn(supervised);
    close = await runStore(settings, supervised, openPages ?? (() => builtAndPreviousPages(settings, log)), log);
  }
}

/** In production, only the operator knows the address that people use. */
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
  let log = createLog(settings);
  if (!isSupervised(process.env)) for (let warning of withoutOldSettings(process.env).warnings) log.warn(warning);
  exitOnUncaughtError(log);
  logConsole(log);
  if (settings.ROLE === 'web') warnOfMissingAddress(settings, log);
  if (settings.ROLE) return runRole(settings.ROLE, settings, log);
  warnOfMissingAddress(settings, log);
  let running = await start(settings, log);
  stopOnSignal(running.close, log, wholeLimitMs);
  process.on('SIGUSR2', () => void running.replace());
  await sayReady(running, log);
}

/** Prints all addresses once they answer. */
export async function sayReady({ dashboard, gateway, metrics, ready }: Running, log: Logger): Promise<void> {
  let { problem } = await ready;
  if (problem === undefined) log.info({ dashboard, gateway, metrics }, 'ready');
  else log.warn({ gateway, metrics, problem }, 'ready for downloads; the dashboard is not ready');
}

/** Prints the error, unless a child process has logged it, and exits. */
export function endWith(error: unknown): void {
  if (!(error instanceof EndedEarly))
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/**
 * The demo's bundle contains this file too and starts the server itself, so it starts only under
 * its own name.
 */
if (/^server\.[jt]s$/.test(path.basename(process.argv[1] ?? ''))) main().catch(endWith);
