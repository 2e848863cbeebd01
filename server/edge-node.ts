/**
 * `ROLE=edge` as one of many: rules from PostgreSQL, events to ClickHouse. Neither is needed to
 * serve downloads: rules and salts are on disk, events wait in the journal.
 */
import type { RequestListener, Server } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { shipJournal } from 'gateway/events/clickhouse/ship-journal';
import { registerLabelledGauge, readyMetric } from 'net/metrics';
import { openMigratedRecords } from 'gateway/floor/db/open';
import { openEdge } from './edge';
import { followRules } from './edge-rules';
import { openRulesCache } from './rules-cache';
import { listen, stop } from './listener';
import { metricsListener } from './metrics-listener';
import { sendStoreUnavailable, sendText } from './unavailable';
import { keepEdgeSecret, readEdgeSecret, type EdgeSecret } from './secrets';
import { SettingsError, type Settings } from './settings';
import { sharedSecrets } from './shared-secrets';
import { openSharedPeriods } from './shared-periods';

const againAfterMs = 2_000;

/** Starts a node, also while PostgreSQL is down; resolves with the function that stops it. */
export async function runEdgeNode(given: Settings, log: Logger): Promise<() => Promise<void>> {
  let { DATABASE_URL = '', EVENTS_URL = '', GATEWAY_PORT, HOST, METRICS_PORT, METRICS_HOST } = given;
  let settings = { ...given, DATABASE_URL };
  let folder = path.resolve(settings.DATA_DIR);
  let closing = new AbortController();
  let answer: RequestListener = notBegun;
  let servers: Server[] = [
    await listen((request, response) => answer(request, response), { port: GATEWAY_PORT, host: HOST }),
  ];
  let closeNode = async () => {};
  let beginning = begin().catch(end);

  function end(error: unknown): void {
    if (closing.signal.aborted) return;
    log.fatal({ err: error }, 'the edge node cannot start');
    process.exit(1);
  }

  async function begin(): Promise<void> {
    let secret = readEdgeSecret(folder) ?? (await firstSecret(settings, closing.signal, log));
    let periods = openSharedPeriods(folder);
    let edge = await openEdge(settings, secret, log, periods);
    let rules = openRulesCache(folder, edge.take, log);
    let hearing = followRules({ settings, rules, salts: edge.salts, periods, refused: end, log });
    let shipping = shipJournal({ folder, url: EVENTS_URL, cluster: given.EVENTS_CLUSTER_NAME, clock: Date.now, log });
    shipping.observe(edge.metrics);
    registerLabelledGauge(edge.metrics, readyMetric, () => ({ rules: Number(hearing.isConnected()) }));
    async function more(): Promise<string[]> {
      let { bytes, problem } = await shipping.state();
      return [
        `PostgreSQL: ${hearing.isConnected() ? 'connected' : 'not connected; downloads use the last known rules.'}`,
        `events: ${problem ? `${bytes} bytes wait in the journal: ${problem}` : 'sent to ClickHouse'}`,
      ];
    }
    let passOn = (_: unknown, response: Parameters<typeof sendStoreUnavailable>[0]) => sendStoreUnavailable(response);
    answer = edge.listener({ passOn, isConnected: hearing.isConnected, more });
    if (METRICS_PORT !== undefined) {
      let metrics = metricsListener([() => edge.metrics.metrics()], log);
      servers.push(await listen(metrics, { port: METRICS_PORT, host: METRICS_HOST }));
    }
    void edge.ready.then(() => log.info({ gateway: GATEWAY_PORT }, 'ready for downloads'));
    closeNode = async () => {
      await edge.close();
      await shipping.close();
      await rules.close();
      await hearing.close();
    };
  }

  return async () => {
    closing.abort();
    await Promise.all(servers.map(stop));
    await beginning;
    await closeNode();
  };
}

/** Fetches the installation's secrets once; the node keeps a copy. */
async function firstSecret(settings: Settings, signal: AbortSignal, log: Logger): Promise<EdgeSecret> {
  let hasSaid = false;
  for (;;) {
    try {
      let records = await openMigratedRecords({ databaseUrl: settings.DATABASE_URL ?? '' });
      let { salt, visitorsApart } = await sharedSecrets(records, settings).finally(() => records.destroy());
      // Only installations from before visitor periods hash visitors with the salt.
      let secret = { salt: visitorsApart ? 'of the installation' : salt, visitorsApart };
      keepEdgeSecret(path.resolve(settings.DATA_DIR), secret, log);
      return secret;
    } catch (error) {
      if (error instanceof SettingsError) throw error;
      if (!hasSaid) log.error({ err: error }, 'the first start of an edge node needs PostgreSQL; retrying');
      hasSaid = true;
    }
    await pause(againAfterMs, undefined, { signal });
  }
}

let notBegun: RequestListener = (request, response) => {
  let isAlive = request.url?.split('?', 1)[0] === '/healthz';
  if (isAlive) sendText(response, 200, 'ok');
  else sendText(response, 503, 'not ready: starting, or waiting for PostgreSQL at the first start');
};
