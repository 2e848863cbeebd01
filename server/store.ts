/**
 * The process of the store side: dashboard, API and jobs over the stores. Downloads do not wait for
 * it; it sends rules to the edge over the link and receives API calls from it.
 */
import type { RequestListener, Server } from 'node:http';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { mailLinks } from 'contract/mail-links';
import { createDashboard, type Pages } from './dashboard';
import { openGateway, type OpenGateway } from './gateway';
import { createStoreLink } from './link';
import { listen, stop } from './listener';
import { notReadyPages, sendApiAway } from './not-ready';
import { keptSecrets, linkSecret } from './secrets';
import { SettingsError, type Settings } from './settings';
import { tellReady, type Supervised } from './supervised';

/** Milliseconds until stores that could not be opened are tried again. */
const againAfterMs = 2_000;

/**
 * `ROLE=store`: answers, and opens the stores, again and again where they cannot be opened; resolves
 * with what ends it. Rejects where a setting is wrong.
 */
export async function runStore(
  settings: Settings,
  { sockets, storePort }: Supervised,
  openPages: () => Promise<Pages>,
  log: Logger,
): Promise<() => Promise<void>> {
  let secrets = keptSecrets(settings.DATA_DIR);
  let pages = await openPages();
  let problem = 'The stores are being opened.';
  let gateway: OpenGateway | undefined;
  let dashboard = notReadyPages(() => problem);
  let again: NodeJS.Timeout | undefined;
  let closed = false;
  let link = createStoreLink(linkSecret(secrets), (request, response, address) =>
    gateway ? gateway.answer(request, response, address) : sendApiAway(response),
  );
  let { PORT, HOST, METRICS_PORT, METRICS_HOST } = settings;
  let on = (name: string, port: number, host: string) => {
    let fd = sockets[name];
    return fd === undefined ? { port, host } : { fd };
  };
  let metrics = async () => [await link.edgeMetrics(), (await gateway?.metrics.metrics()) ?? ''].join('\n');

  async function open(): Promise<void> {
    try {
      gateway = await openGateway(settings, secrets, link.takeRules, log);
      dashboard = await createDashboard(settings, gateway, pages, log);
    } catch (error) {
      if (error instanceof SettingsError) throw error;
      let sentence = error instanceof Error ? error.message : String(error);
      if (sentence !== problem) log.error({ err: error }, 'the stores cannot be opened; downloads are served');
      problem = sentence;
      again = setTimeout(() => void reopen(), againAfterMs).unref();
    }
  }

  async function reopen(): Promise<void> {
    if (closed) return;
    await open();
    if (gateway) log.info('the stores are open');
  }

  await open();
  let servers: Server[] = [
    await listen(link.handle, on('STORE', storePort, '127.0.0.1')),
    await listen((request, response) => dashboard(request, response), on('PORT', PORT, HOST)),
  ];
  if (METRICS_PORT !== undefined)
    servers.push(await listen(metricsListener(metrics, log), on('METRICS_PORT', METRICS_PORT, METRICS_HOST)));
  let token = await gateway?.firstAdministratorToken();
  tellReady({
    firstAdministrator: token && `${settings.PUBLIC_URL}${mailLinks.firstAdministrator(token)}`,
    problem: gateway ? undefined : problem,
  });
  return async () => {
    closed = true;
    clearTimeout(again);
    link.close();
    await Promise.all(servers.map(stop));
    await pages.close();
    await gateway?.close();
  };
}

/** Answers `/metrics` in the text format of Prometheus. */
function metricsListener(read: () => Promise<string>, log: Logger): RequestListener {
  return (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    read().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the counters could not be read');
        response.writeHead(500).end();
      },
    );
  };
}
