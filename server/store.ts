/**
 * The process of the store side: dashboard, API and jobs over the stores. Downloads do not wait for
 * it; it sends rules to the edge and receives API calls from it.
 */
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readFlags, recommended, recommendedFlags } from 'app/config/flags';
import { damageOfOpenRecords } from 'gateway/floor/db/records-damage';
import { emailLinks } from 'contract/floor/email-links';
import type { Pages } from './dashboard';
import { createStoreLink } from './store-link';
import { bind, listen, stop } from './listener';
import { metricsListener } from './metrics-listener';
import { openProcessMetrics } from './process-metrics';
import { unavailablePages, sendUnavailable } from './unavailable';
import { installationSecrets, linkSecret, randomSecret, readEdgeSecret } from './secrets';
import type { Settings } from './settings';
import { keepStoresOpen } from './stores';
import { sendReady, type Supervised } from './supervised';

/** How long requests wait for the stores of a new process before they get an error. */
export const firstWaitMs = 3_000;
/** Longer after a replacement, since the stores worked just before. */
const takeOverWaitMs = 15_000;
/** How long the stores wait for a check of the records. */
const checkLimitMs = 30_000;

/** `ROLE=store`: resolves with the function that stops it. Rejects when a setting is invalid. */
export async function runStore(
  settings: Settings,
  supervised: Supervised,
  openPages: () => Promise<Pages>,
  log: Logger,
): Promise<() => Promise<void>> {
  let { PORT, HOST, METRICS_PORT, METRICS_HOST } = settings;
  let on = (name: string, port: number, host: string) => {
    let fd = supervised.sockets[name];
    return fd === undefined ? { port, host } : { fd };
  };
  if (supervised.aborted && !settings.DATABASE_URL) await sayDamage(settings.DATA_DIR, log);
  let link = createStoreLink(
    supervised.linkSecret ?? ownLinkSecret(settings),
    (request, response, address) => {
      let answer = () => {
        let stores = kept.open();
        if (stores) stores.gateway.answer(request, response, address);
        else sendUnavailable(response);
      };
      if (hasTried) answer();
      else void tried.then(answer, answer);
    },
    log,
  );
  let kept = keepStoresOpen({
    settings,
    openPages,
    beside: link.takeRules,
    async opened(gateway) {
      let token = await gateway.firstAdministratorToken();
      if (token) sayFirstAdministrator(settings, token, log);
    },
    log,
  });
  let hasTried = false;
  let tried = Promise.race([kept.tried, pause(supervised.waits ? takeOverWaitMs : firstWaitMs)]);
  // The edge authenticates at once, and its calls wait here.
  await bind(link.server, on('STORE', supervised.storePort, '127.0.0.1'));
  await tried;
  hasTried = true;
  let notReady = unavailablePages(settings.DATA_DIR, kept);
  let servers: Server[] = [
    await listen(
      (request, response) => (kept.open()?.dashboard ?? notReady)(request, response),
      on('PORT', PORT, HOST),
    ),
  ];
  if (METRICS_PORT !== undefined) {
    let parts = () => {
      let gateway = kept.open()?.gateway;
      let stores = gateway !== undefined;
      return { stores, events: stores, ...gateway?.wholeParts(), edge: link.hasEdge() };
    };
    let own = openProcessMetrics(settings, {
      parts,
      gateway: kept.gateway,
      storesEvents: true,
      isBackedUp: true,
      exits: supervised.exits,
    });
    let ofStores = async () => (await kept.gateway()?.metrics.metrics()) ?? '';
    let metrics = metricsListener([() => own.metrics(), link.edgeMetrics, ofStores], log);
    servers.push(await listen(metrics, on('METRICS_PORT', METRICS_PORT, METRICS_HOST)));
  }
  let isLate = !kept.open();
  sendReady({ problem: isLate ? kept.problem() : undefined });
  // A setting that turns out to be invalid later is reported on the pages.
  let sayOpen = () => void (isLate && kept.open() && log.info('the stores are open'));
  kept.tried.then(sayOpen, () => undefined);
  return async () => {
    kept.endStreams();
    await Promise.all([link.close(), ...servers.map(stop)]);
    await kept.close();
  };
}

/** The engine of the records ends the process that reads a text which is not UTF-8. */
async function sayDamage(folder: string, log: Logger): Promise<void> {
  try {
    let { sentence } = await damageOfOpenRecords(folder, AbortSignal.timeout(checkLimitMs));
    if (sentence !== undefined) log.error(sentence);
  } catch (error) {
    log.error({ err: error }, 'the records could not be checked');
  }
}

/** Without a supervisor both sides derive it from the salt, of which the edge has a copy. */
function ownLinkSecret({ DATA_DIR }: Settings): string {
  try {
    return linkSecret(installationSecrets(DATA_DIR));
  } catch {
    return linkSecret(readEdgeSecret(DATA_DIR) ?? { salt: randomSecret() });
  }
}

/** The link is a secret, but the reader of a new installation's log is its administrator. */
export function sayFirstAdministrator(
  { PUBLIC_URL, REGISTRATION, FEATURE_FLAGS }: Settings,
  token: string,
  log: Logger,
) {
  // At any level: it is the only way to start.
  let said = log.child({}, { level: 'info' });
  said.info(
    { link: `${PUBLIC_URL}${emailLinks.firstAdministrator(token)}` },
    'No administrator yet. Open the link to create the first one. It works once, until the server stops.',
  );
  let flags = readFlags(FEATURE_FLAGS, false);
  let [on, off] = [true, false].map((isOn) => recommendedFlags.filter((name) => flags[name] === isOn).join(', '));
  if (on) said.info(`Features that are on: ${on}`);
  if (off) said.info(`FEATURE_FLAGS=${recommended} would also turn on: ${off}`);
  if (REGISTRATION === 'open')
    said.info(
      'Registration is open: anyone who can reach this server can sign up. Set REGISTRATION=invite or ' +
        'REGISTRATION=closed to change this.',
    );
}
