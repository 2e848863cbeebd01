/**
 * The process of the store side: dashboard, API and jobs over the stores. Downloads do not wait for
 * it; the edge hears of rules and passes calls of the API on over the link.
 */
import type { RequestListener, Server } from 'node:http';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { mailLinks } from 'contract/mail-links';
import { createDashboard, type Pages } from './dashboard';
import { openGateway } from './gateway';
import { createStoreLink } from './link';
import { listen, stop } from './listener';
import { keptSecrets, linkSecret } from './secrets';
import type { Settings } from './settings';
import { tellReady, type Supervised } from './supervised';

/** `ROLE=store`: opens the stores and answers; resolves with what ends it. */
export async function runStore(
  settings: Settings,
  { sockets, storePort }: Supervised,
  openPages: () => Promise<Pages>,
  log: Logger,
): Promise<() => Promise<void>> {
  let secrets = keptSecrets(settings.DATA_DIR);
  let link = createStoreLink(linkSecret(secrets), (request, response, address) =>
    gateway.answer(request, response, address),
  );
  let gateway = await openGateway(settings, secrets, link.takeRules, log);
  let pages = await openPages();
  let { PORT, HOST, METRICS_PORT, METRICS_HOST } = settings;
  let on = (name: string, port: number, host: string) => {
    let fd = sockets[name];
    return fd === undefined ? { port, host } : { fd };
  };
  let servers: Server[] = [
    await listen(link.handle, on('STORE', storePort, '127.0.0.1')),
    await listen(await createDashboard(settings, gateway, pages, log), on('PORT', PORT, HOST)),
  ];
  if (METRICS_PORT !== undefined)
    servers.push(
      await listen(
        metricsListener(gateway.metrics, link.edgeMetrics, log),
        on('METRICS_PORT', METRICS_PORT, METRICS_HOST),
      ),
    );
  let token = await gateway.firstAdministratorToken();
  tellReady({ firstAdministrator: token && `${settings.PUBLIC_URL}${mailLinks.firstAdministrator(token)}` });
  return async () => {
    link.close();
    await Promise.all(servers.map(stop));
    await pages.close();
    await gateway.close();
  };
}

/** Answers `/metrics` with the counters of both sides. */
function metricsListener(own: Registry, ofEdges: () => Promise<string>, log: Logger): RequestListener {
  return (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    Promise.all([ofEdges(), own.metrics()]).then(
      (texts) => response.writeHead(200, { 'content-type': own.contentType }).end(texts.join('\n')),
      (error: unknown) => {
        log.error({ err: error }, 'the counters could not be read');
        response.writeHead(500).end();
      },
    );
  };
}
