/**
 * The edge reads a request, decides by the routing table, records what is counted, and responds. No
 * error here may break a download.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import * as limits from 'contract/floor/limits';
import { apiHost, isLocalDomain } from 'contract/packages/package-types/hosts';
import type { TrustProxy } from 'net/proxies';
import type { Enrich } from './enrich/enrich';
import {
  isCounted,
  makeInert,
  refuse,
  sendCounted,
  sendDocument,
  sendJson,
  sendRefusal,
  sendText,
  type Uncounted,
} from './answer';
import { createBackendHealth } from './upstream/backend-health';
import { noteCheck } from './build-event';
import { createEventCounter } from './counting';
import { isNewImage, type ManifestCheck, type Decision, type DecisionContext } from './requests/decision';
import { insecureRegistries, probeUrl } from 'net/registry-origin';
import { sendEventRefusal, sendPreflight } from './event-responses';
import { createInstallMemory, decideInstall, isInstallPath } from './installs';
import { createIndexCache } from './upstream/index-cache';
import { withTimeout } from './upstream/with-timeout';
import { createIdentify, type SaltSource } from './identity';
import { createEdgeMetrics } from './metrics';
import { createPulls, passThrough } from './pass-through';
import { requestId, requestIdHeader } from 'net/request-id';
import { inSpan, isTracing, noteInSpan } from 'net/tracing';
import { createProxy } from './upstream/proxy';
import { createPullAttribution } from './pull-attribution';
import type { Recorder } from './recorder';
import { createReceiver } from './receive-events';
import { createRegistryCheck } from './registry-check';
import { decideRequest, type RoutingTable, type RuleTable } from './routing-table';
import { bareHost, readEdgeRequest, type EdgeRequest } from './requests/edge-request';

export interface EdgeParts {
  rules: Pick<RoutingTable, 'current' | 'ready' | 'targetsOf' | 'avoid'>;
  recorder: Pick<Recorder, 'take' | 'record' | 'metrics'>;
  enrich: Enrich;
  salts: SaltSource;
  /** Domain of the default hosts, `localhost` or `example.com`. */
  domain: string;
  trustProxy: TrustProxy;
  /** Registries (`host` or `host:port`) that may be on a private network; `*` for all. */
  privateTargets?: readonly string[] | undefined;
  /** Registries without TLS, besides those of this machine. */
  insecureRegistries?: readonly string[] | undefined;
  /** Milliseconds between two looks at a backend with fallbacks; the product's own when left out. */
  askBackendsEvery?: number | undefined;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}

export interface Edge {
  /** Never throws. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Whether the edge handles a `Host` header and a request target; otherwise the API does. */
  owns(host: string, target: string): boolean;
  /** Resolves with the first rules; earlier requests wait for them. */
  ready: Promise<void>;
  metrics: Registry;
  /** As `close`, but proxied responses continue. */
  leave(): Promise<void>;
  /** Stops background work; resolves when all events of answered requests are with the recorder. */
  close(): Promise<void>;
  /** Resolves when no event is on its way to the recorder. */
  idle(): Promise<void>;
}

export function createEdge(parts: EdgeParts): Edge {
  let { log, recorder, domain, rules } = parts;
  let composing = { enrich: parts.enrich, identify: createIdentify(parts.salts), pulls: createPullAttribution() };
  let proxy = createProxy(parts.privateTargets ?? []);
  let pulls = createPulls();
  let registry = new Registry();
  let metrics = createEdgeMetrics(registry, recorder);
  let insecure = insecureRegistries(parts.insecureRegistries ?? []);
  let registries = createRegistryCheck(proxy, insecure);

  let backends = createBackendHealth({
    privateTargets: parts.privateTargets ?? [],
    targetsOf: rules.targetsOf,
    addressOf: (one) => probeUrl(one, insecure),
    clock: () => performance.now(),
    changed: rules.avoid,
    log,
    askEvery: parts.askBackendsEvery,
  });

  let installs = createInstallMemory(parts.clock);
  let indexes = createIndexCache({ proxy, backends, clock: parts.clock, log });
  let isLocal = isLocalDomain(domain);
  let context: DecisionContext = {
    indexes,
    registries,
    originOf: ({ host, headers }) => (isLocal ? `http://${headers.host ?? host}` : `https://${host}`),
  };

  let { countThen, count, recordVerified, idle } = createEventCounter({
    ...parts,
    composing,
    registries,
    installs,
    metrics,
  });
  let receive = createReceiver({ count, clock: parts.clock });

  let checked = (check: ManifestCheck, request: EdgeRequest, digest: string): void =>
    noteCheck(composing, check, request, { digest, time: parts.clock() });

  let act = (decision: Decision, exchange: Exchange): void => {
    let { request, res, begun, done } = exchange;
    let failed = (error: unknown) => fail(error, exchange);
    if (decision.kind === 'deferred')
      return void decision
        .decide(context)
        .then((settled) => act(settled, exchange))
        .catch(failed);
    let { kind } = decision;
    metrics.asked(kind);
    noteInSpan({ 'landfall.answer': kind });
    let asked = ('count' in decision && decision.count) || ('check' in decision && decision.check);
    if (asked) backends.used(asked.artifactId);
    let answered = () => metrics.answered(kind, performance.now() - begun, res.statusCode);
    if (!isCounted(decision)) return void send(decision, request, res).then(answered).then(done, failed);
    let { count: hit } = decision;
    if (decision.kind === 'redirect' && decision.check) checked(decision.check, request, '');
    // A redirected client gets the registry's response directly, so the image is checked after the
    // redirect.
    let unseen = decision.kind === 'redirect' && hit && isNewImage(hit) ? decision.location : undefined;
    countThen(unseen === undefined ? hit : null, request, () => {
      try {
        sendCounted(decision, res);
        answered();
      } catch (error) {
        return failed(error);
      }
      if (unseen === undefined) done();
      else void recordVerified(hit!, request, unseen.replace(/\?.*$/, '')).then(done);
    });
  };

  let send = async (decision: Uncounted, request: EdgeRequest, res: ServerResponse): Promise<void> => {
    makeInert(res);
    if (decision.kind === 'json' || decision.kind === 'text') await count(decision.count, request);
    if (decision.kind === 'document') return sendDocument(res, decision.document, request.headers);
    if (decision.kind === 'json') return sendJson(res, decision.status, decision.body);
    if (decision.kind === 'text') return sendText(res, decision.status, decision.text);
    if (decision.kind === 'refuse') return sendRefusal(res, decision);
    if (decision.kind === 'preflight') return sendPreflight(res);
    if (decision.kind === 'event-refusal') return sendEventRefusal(res, decision.refusal, decision.forPages);
    if (decision.kind === 'receive') return receive(decision, request, res);
    return passThrough({ proxy, pulls, backends, log, count, checked }, decision, request, res);
  };

  let fail = (error: unknown, { req, res, done }: Pick<Exchange, 'req' | 'res' | 'done'>): void => {
    log.error({ err: error, request: requestId(req.headers[requestIdHeader]) }, 'the edge could not answer');
    metrics.failed();
    if (res.headersSent) res.destroy();
    else refuse(res, 500, 'broken');
    done();
  };

  let decideBy = (table: RuleTable, exchange: Exchange): void => {
    let { request } = exchange;
    let isApi = isApiHost(request.host, domain);
    act(
      isApi
        ? decideInstall({ packages: table.npm, memory: installs }, request)
        : decideRequest(table, request, insecure),
      exchange,
    );
  };

  let decideLater = async (exchange: Exchange): Promise<void> => {
    let table = await withTimeout(rules.ready, rulesWaitMs);
    if (table) return decideBy(table, exchange);
    metrics.failed();
    refuse(exchange.res, 503, 'no-rules');
    exchange.done();
  };

  /**
   * Calls `done` at the end. Callbacks instead of promises: with one for each step, a download cost
   * twice as much.
   */
  let answer = (req: IncomingMessage, res: ServerResponse, done: () => void): void => {
    let begun = performance.now();
    try {
      let { url = '' } = req;
      let isTooLong = url.length > limits.requestTargetMax;
      // Some versions of Node reject such bytes themselves.
      if (isTooLong || /[\x80-\xff]/.test(url)) {
        refuse(res, isTooLong ? 414 : 400, isTooLong ? 'too-long' : 'bytes');
        return done();
      }
      let exchange = { req, res, request: readEdgeRequest(req, parts.trustProxy), begun, done };
      let table = rules.current();
      if (table) decideBy(table, exchange);
      else void decideLater(exchange).catch((error: unknown) => fail(error, exchange));
    } catch (error) {
      fail(error, { req, res, done });
    }
  };

  let leave = (): Promise<void> => {
    backends.close();
    registries.close();
    indexes.close();
    return idle();
  };

  return {
    handle(req, res) {
      if (!isTracing()) return answer(req, res, nothing);
      let answering = () => new Promise<void>((resolve) => answer(req, res, resolve));
      void inSpan({ name: 'download', headers: req.headers }, answering);
    },
    owns: (host, target) => !isApiHost(bareHost(host), domain) || isInstallPath(target),
    ready: rules.ready.then(() => undefined),
    metrics: registry,
    leave,
    async close() {
      proxy.close();
      await leave();
    },
    idle,
  };
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  request: EdgeRequest;
  /** As `performance.now()` counts. */
  begun: number;
  done(): void;
}

function nothing(): void {}

/** How long a request waits for the first rules before it gets a 503. */
const rulesWaitMs = 5_000;

/** The API has the gateway's own domain, `api.` below it, and IP addresses. */
function isApiHost(host: string, domain: string): boolean {
  return host === '' || host === 'localhost' || host === domain || host === apiHost(domain) || isIP(host) !== 0;
}
