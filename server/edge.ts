/**
 * The process of downloads: listener, routing table, enrichment, journal. It opens no store; rules
 * and API responses come from the store side over the link.
 */
import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { RulesChange } from 'contract/edge/edge-rules';
import { createEdge } from 'edge/edge';
import { createEnrich } from 'edge/enrich/create';
import { registerJournalMetrics } from 'edge/metrics';
import { registerProcessMetrics } from 'net/metrics';
import { createRecorder } from 'edge/recorder';
import { createRoutingTable } from 'edge/routing-table';
import { createSteadyClock } from 'edge/steady-clock';
import { openJournal } from 'journal/journal';
import { openDroppedEventCounter } from 'journal/dropped-events';
import { clientAddress, settleHost } from 'net/proxies';
import { answerHealth, type EdgeHealth } from './edge-health';
import { openRulesCache } from './rules-cache';
import { openEdgeLink, type EdgeLink } from './edge-link';
import { leave, listen, stop } from './listener';
import { edgeSecret, linkSecret, type EdgeSecret } from './secrets';
import { targetSettings } from './outside-services';
import { hostSettings, type Settings } from './settings';
import { leaveOnOrder, sendReady, type Supervised } from './supervised';
import type { SharedPeriods } from './shared-periods';
import { registerBuild } from './version';
import { openVisitorSalts, type StoredSalts } from './visitor-salts';

export interface OpenEdge {
  /** Replaces the rules of some owners. */
  take(changed: RulesChange): void;
  /** The listener of the gateway's port; `api` handles requests that are not for the edge. */
  listener(api: Pick<EdgeLink, 'passOn' | 'isConnected'> & Pick<EdgeHealth, 'more'>): RequestListener;
  salts: Pick<StoredSalts, 'rotation' | 'share'>;
  /** Resolves when there are rules. */
  ready: Promise<void>;
  metrics: Registry;
  /** Writes all events; running proxied responses continue. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** `periods`: those that all edge nodes share. */
export async function openEdge(
  settings: Settings,
  secret: EdgeSecret,
  log: Logger,
  periods?: SharedPeriods,
): Promise<OpenEdge> {
  let clock = createSteadyClock();
  let rules = createRoutingTable(settings.GATEWAY_DOMAIN);
  let folder = path.resolve(settings.DATA_DIR);
  let { JOURNAL_MAX_MB, JOURNAL_MIN_FREE_MB, TEST_OPTIONS } = settings;
  let salts = openVisitorSalts(folder, {
    rotation: settings.SALT_ROTATION,
    firstSalt: () => (secret.visitorsApart ? undefined : secret.salt),
    periods,
    clock,
    log,
  });
  let journal = openJournal(folder, {
    bytesMax: JOURNAL_MAX_MB * megabyte,
    freeMin: JOURNAL_MIN_FREE_MB * megabyte,
    ...(TEST_OPTIONS.journalSegmentKb && { segmentMax: TEST_OPTIONS.journalSegmentKb * kilobyte }),
  });
  let losses = await openDroppedEventCounter(folder, { clock: Date.now, warn: (sentence) => log.warn(sentence) });
  let recorder = createRecorder({ events: journal, losses, log });
  let enrich = await createEnrich({ cityDatabase: settings.CITY_DATABASE, cacheFolder: path.join(folder, 'edge') });
  for (let { problem } of enrich.sources) if (problem) log.error(problem);
  let edge = createEdge({
    rules,
    recorder,
    enrich,
    salts,
    domain: settings.GATEWAY_DOMAIN,
    trustProxy: settings.TRUST_PROXY,
    ...targetSettings(settings),
    clock,
    log,
  });
  registerJournalMetrics(edge.metrics, journal, losses);
  registerBuild(edge.metrics, 'edge');
  if (settings.METRICS_PORT !== undefined) registerProcessMetrics(edge.metrics, 'edge');
  let hosts = hostSettings(settings, settings.GATEWAY_DOMAIN);
  async function letGo(): Promise<void> {
    salts.close();
    await recorder.close();
    await journal.close();
    await losses.close();
  }
  return {
    take(changed) {
      salts.take(changed);
      rules.take(changed);
    },
    listener(api) {
      let health = {
        hasRules: () => rules.current() !== null,
        journalProblem: journal.problem,
        hasStoreSide: api.isConnected,
        more: api.more,
      };
      return (request, response) => {
        settleHost(request, hosts);
        if (edge.owns(request.headers.host ?? '', request.url ?? '/')) edge.handle(request, response);
        else if (!answerHealth(request, response, health))
          api.passOn(request, response, clientAddress(request, settings.TRUST_PROXY));
      };
    },
    salts,
    ready: edge.ready,
    metrics: edge.metrics,
    leave: () => edge.leave().then(letGo),
    close: () => edge.close().then(letGo),
  };
}

/** `ROLE=edge`: serves downloads by the rules on disk, then by those the store side sends. */
export async function runEdge(settings: Settings, supervised: Supervised, log: Logger): Promise<() => Promise<void>> {
  let folder = path.resolve(settings.DATA_DIR);
  let secret = edgeSecret(folder, log);
  let { GATEWAY_PORT, HOST } = settings;
  let inherited = supervised.sockets.GATEWAY_PORT;
  // Connections are accepted at once; the first requests wait until the address tables are loaded.
  let answer: RequestListener | undefined;
  let begin: () => void;
  let begun = new Promise<void>((resolve) => (begin = resolve));
  let server = await listen(
    (request, response) => {
      if (answer) answer(request, response);
      else void begun.then(() => answer!(request, response));
    },
    inherited === undefined ? { port: GATEWAY_PORT, host: HOST } : { fd: inherited },
  );
  let edge = await openEdge(settings, secret, log);
  let rules = openRulesCache(folder, edge.take, log);
  let link = openEdgeLink({
    storePort: supervised.storePort,
    secret: supervised.linkSecret ?? linkSecret(secret),
    rules,
    metrics: () => edge.metrics.metrics(),
    log,
  });
  answer = edge.listener(link);
  begin!();
  // Ready only once the first rules are on disk, so that downloads work after any restart.
  void edge.ready.then(rules.settled).then(() => sendReady());
  // Only one process may write to the journal: its reader takes a file for finished once there is a
  // later one.
  leaveOnOrder(async () => {
    let left = await leave(server);
    link.close();
    await edge.leave();
    await rules.close();
    return left;
  });
  return async () => {
    await stop(server);
    link.close();
    await edge.close();
    await rules.close();
  };
}
