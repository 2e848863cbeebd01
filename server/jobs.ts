/**
 * `ROLE=jobs`: stores events that edge nodes have sent, next to other processes, and runs the jobs, one
 * process at a time, by a lock in PostgreSQL. A process that loses its leases or the lock exits at once, and
 * others resume its work.
 */
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { takeJobsLock } from 'gateway/floor/db/jobs-lock';
import type { PgSession } from 'gateway/floor/db/session';
import { openGateway, type OpenGateway } from './gateway';
import { forwardedClient } from './jobs-calls';
import { listen, stop } from './listener';
import { metricsListener } from './metrics-listener';
import { unavailableText, sendText, sendUnavailable } from './unavailable';
import { openProcessMetrics } from './process-metrics';
import { linkSecret } from './secrets';
import { SettingsError, type Settings } from './settings';
import { secretsOfMany } from './stores';
import { storeEvents } from './store-events';

const againAfterMs = 2_000;
const waiting = 'waiting: another process holds the jobs lock, or PostgreSQL does not respond';

/** Waits for the lock; resolves with the function that stops it. */
export async function runJobs(settings: Settings, log: Logger): Promise<() => Promise<void>> {
  let { DATABASE_URL = '', HOST, GATEWAY_PORT, METRICS_PORT, METRICS_HOST } = settings;
  let closing = new AbortController();
  let gateway: OpenGateway | undefined;
  let secret: string | undefined;
  let lock: PgSession | undefined;
  let failure: string | undefined;

  let storing = storeEvents(settings, closing.signal, log);

  let answer: RequestListener = (request, response) => {
    let path = request.url?.split('?', 1)[0];
    let problem = storing.problem() ?? gateway?.problem();
    if (path === '/healthz') return sendText(response, 200, 'ok');
    if (path === '/readyz')
      return sendText(
        response,
        problem ? 503 : 200,
        problem ? unavailableText : gateway ? 'ready' : failure ? unavailableText : waiting,
      );
    if (!gateway) return sendUnavailable(response);
    let address = secret && forwardedClient(request, secret);
    if (address === undefined) return sendText(response, 403, 'refused');
    gateway.answer(request, response, address);
  };
  let servers = [await listen(answer, { port: GATEWAY_PORT, host: HOST })];
  if (METRICS_PORT !== undefined) {
    let own = openProcessMetrics(settings, {
      parts() {
        let whole = gateway?.wholeParts();
        let events = storing.problem() === undefined && whole?.events !== false;
        return { jobs: gateway !== undefined, ...whole, events };
      },
      gateway: () => gateway,
      storesEvents: true,
      isBackedUp: false,
    });
    let metrics = [() => own.metrics(), async () => (await gateway?.metrics.metrics()) ?? ''];
    servers.push(await listen(metricsListener(metrics, log), { port: METRICS_PORT, host: METRICS_HOST }));
  }

  async function open(held: PgSession): Promise<void> {
    let secrets = await secretsOfMany(settings);
    secret = linkSecret(secrets);
    gateway = await openGateway(
      settings,
      secrets,
      { databaseUrl: DATABASE_URL, jobs: { lock: held, storer: storing } },
      log,
    );
    log.info('this process runs the jobs');
  }

  /** Opens the stores while the lock is held; exits when it is lost. */
  async function work(): Promise<void> {
    lock = await takeJobsLock(DATABASE_URL, closing.signal, log);
    void lock.ended.then(() => {
      if (closing.signal.aborted) return;
      log.fatal('lost the jobs lock with the PostgreSQL connection; another process takes over');
      process.exit(1);
    });
    while (!gateway && !closing.signal.aborted) {
      await open(lock).catch((error: unknown) => {
        if (error instanceof SettingsError) throw error;
        let sentence = error instanceof Error ? error.message : String(error);
        if (failure !== sentence) log.error({ err: error }, 'the stores cannot be opened');
        failure = sentence;
      });
      if (!gateway) await pause(againAfterMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  let working = work().catch((error: unknown) => {
    if (closing.signal.aborted) return;
    log.fatal({ err: error }, 'the jobs cannot be run');
    process.exit(1);
  });

  return async () => {
    closing.abort();
    await Promise.all(servers.map(stop));
    await working;
    await gateway?.close();
    lock?.close();
    await storing.close();
  };
}
