/**
 * Starts and stops the product: the supervisor, one of its child processes, or one process of a
 * larger installation, by `ROLE`.
 */
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { wasUsed } from './server/data-folder';
import type { Pages } from './server/dashboard';
import { moveUp } from './server/fill-folder';
import { lockFolder } from './server/folder-lock';
import { listen, portOf, refuseTakenPorts, stop } from './server/listener';
import { createLog, logConsole } from './server/log';
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
  metrics?: string | undefined;
  /** Resolves when all listeners accept connections. Rejects when a setting is invalid. */
  ready: Supervision['ready'];
  replace: Supervision['replace'];
  close(): Promise<void>;
}

/**
 * The program as named at the start. If that is a link to a version, child processes that are
 * started later use the version it points to then.
 */
function builtServer(): readonly string[] {
  let [, named = ''] = process.argv;
  return [isServer(named) ? path.resolve(named) : path.join(productFolder, 'build/server.js')];
}

function isServer(program: string): boolean {
  return path.basename(program) === 'server.js';
}

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
  moveUp(DATA_DIR);
  // The first start creates the secrets before its children read them, and fails if it cannot.
  // Later starts serve downloads in any case.
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

async function startDashboard(settings: Settings, log: Logger): Promise<{ port: number; close(): Promise<void> }> {
  process.env.NODE_ENV = settings.NODE_ENV;
  let { builtAndPreviousPages, createDashboard } = await import('./server/dashboard');
  let pages = await builtAndPreviousPages(settings, log);
  let handle = await createDashboard(settings, undefined, pages, log);
  let server = await listen(handle, { port: settings.PORT, host: settings.HOST });
  return { port: portOf(server), close: () => stop(server).then(pages.close) };
}

/** V8's default lets the heap become several times as large between collections. */
const heapGrowthPercent = 30;

/** Runs one process; stops when its supervisor ends. */
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
  // A process without a supervisor locks the folder itself; a web process keeps nothing there.
  if (!isSupervised(process.env)) moveUp(settings.DATA_DIR);
  if ((role === 'edge' || role === 'store') && !isSupervised(process.env))
    await lockFolder(settings.DATA_DIR, role, log);
  let close = async () => {};
  let endTracing = await startTracing(settings, role);
  stopOnSignal(() => close().finally(endTracing), log);
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Each process loads only its own modules.
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
      // The app reads them when it is loaded.
      process.env.SESSION_SECRETS ||= installationSecrets(settings.DATA_DIR).session;
      await (openPages ?? builtPages)();
    }
    await untilTurn(supervised);
    close = await runStore(settings, supervised, openPages ?? (() => builtAndPreviousPages(settings, log)), log);
  }
}

/** In production only the operator knows the public address. */
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

export async function sayReady({ dashboard, gateway, metrics, ready }: Running, log: Logger): Promise<void> {
  let { problem } = await ready;
  if (problem === undefined) log.info({ dashboard, gateway, metrics }, 'ready');
  else log.warn({ gateway, metrics, problem }, 'ready for downloads; the dashboard is not ready');
}

/** A child process has logged its error already. */
export function endWith(error: unknown): void {
  if (!(error instanceof EndedEarly))
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** The demo's bundle includes this file and starts the server itself. */
if (/^server\.[jt]s$/.test(path.basename(process.argv[1] ?? ''))) main().catch(endWith);
