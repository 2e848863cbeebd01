/**
 * `ROLE=web`: dashboard and API, in any number of processes. They run no jobs and store no events,
 * and read each other's changes from PostgreSQL and ClickHouse.
 */
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { clientAddress, settleHost } from 'net/proxies';
import type { Pages } from './dashboard';
import { listen, stop } from './listener';
import { metricsListener } from './metrics-listener';
import { openProcessMetrics } from './process-metrics';
import { unavailablePages, unavailableText, sendUnavailable, sendText } from './unavailable';
import { hostSettings, type Settings } from './settings';
import { keepStoresOpen } from './stores';
import { firstWaitMs, sayFirstAdministrator } from './store';

/** Serves requests and keeps the stores open; resolves with the function that stops it. */
export async function runWeb(
  settings: Settings,
  openPages: () => Promise<Pages>,
  log: Logger,
): Promise<() => Promise<void>> {
  let { PORT, HOST, GATEWAY_PORT, METRICS_PORT, METRICS_HOST } = settings;
  let kept = keepStoresOpen({
    settings,
    openPages,
    beside: { databaseUrl: settings.DATABASE_URL ?? '' },
    async opened(gateway) {
      let token = await gateway.firstAdministratorToken();
      if (token) sayFirstAdministrator(settings, token, log);
    },
    log,
  });
  await Promise.race([kept.tried, pause(firstWaitMs)]);
  let notReady = unavailablePages(settings.DATA_DIR, kept);
  let hosts = hostSettings(settings, settings.GATEWAY_DOMAIN);

  let api: RequestListener = (request, response) => {
    settleHost(request, hosts);
    let stores = kept.open();
    let isHealth = request.url === '/healthz' || request.url === '/readyz';
    if (isHealth && (stores || request.url === '/healthz')) sendText(response, 200, 'ok');
    else if (isHealth) sendText(response, 503, unavailableText);
    else if (stores) stores.gateway.answer(request, response, clientAddress(request, settings.TRUST_PROXY));
    else sendUnavailable(response);
  };
  let servers = [
    await listen((request, response) => (kept.open()?.dashboard ?? notReady)(request, response), {
      port: PORT,
      host: HOST,
    }),
    await listen(api, { port: GATEWAY_PORT, host: HOST }),
  ];
  if (METRICS_PORT !== undefined) {
    let parts = () => {
      let gateway = kept.open()?.gateway;
      return { stores: gateway !== undefined, ...gateway?.wholeParts() };
    };
    let own = openProcessMetrics(settings, { parts, gateway: kept.gateway, storesEvents: false, isBackedUp: false });
    let metrics = [() => own.metrics(), async () => (await kept.gateway()?.metrics.metrics()) ?? ''];
    servers.push(await listen(metricsListener(metrics, log), { port: METRICS_PORT, host: METRICS_HOST }));
  }
  kept.tried.then(
    () => kept.open() && log.info({ dashboard: PORT, gateway: GATEWAY_PORT }, 'ready'),
    () => undefined,
  );
  return async () => {
    kept.endStreams();
    await Promise.all(servers.map(stop));
    await kept.close();
  };
}
