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
import { act, type ActParts, type Exchange, fail } from './act';
import { refuse } from './answer';
import { createBackendHealth } from './upstream/backend-health';
import { noteCheck } from './build-event';
import { createEventCounter } from './counting';
import { insecureRegistries, probeUrl } from 'net/registry-origin';
import { createInstallMemory, decideInstall, isInstallPath } from './installs';
import { createIndexCache } from './upstream/index-cache';
import { withTimeout } from 'net/with-timeout';
import { createIdentify, type SaltSource } from './identity';
import { createEdgeMetrics } from './metrics';
import { createPulls } from './pass-through';
import { inSpan, isTracing } from 'net/tracing';
import { createProxy } from './upstream/proxy';
import { createPullAttribution } from './pull-attribution';
import type { Recorder } from './recorder';
import { createReceiver } from './receive-events';
import { createRegistryCheck } from './registry-check';
import { decideRequest, type RoutingTable, type RuleTable } from './routing-table';
import { bareHost, readEdgeRequest } from './requests/edge-request';

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
  let counter = createEventCounter({ ...parts, composing, registries, installs, metrics });
  let { count, idle } = counter;
  let acting: ActParts = {
    context: {
      indexes,
      registries,
      originOf: ({ host, headers }) => (isLocal ? `http://${headers.host ?? host}` : `https://${host}`),
    },
    counter,
    count,
    receive: createReceiver({ count, clock: parts.clock }),
    checked: (check, request, digest) => noteCheck(composing, check, request, { digest, time: parts.clock() }),
    proxy,
    pulls: createPulls(),
    backends,
    metrics,
    log,
  };

  let decideBy = (table: RuleTable, exchange: Exchange): void => {
    let { request } = exchange;
    let decision = isApiHost(request.host, domain)
      ? decideInstall({ packages: table.npm, memory: installs }, request)
      : decideRequest(table, request, insecure);
    act(acting, decision, exchange);
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
      if (refuseTarget(req.url ?? '', res)) return done();
      let exchange = { req, res, request: readEdgeRequest(req, parts.trustProxy), begun, done };
      let table = rules.current();
      if (table) decideBy(table, exchange);
      else void decideLater(exchange).catch((error: unknown) => fail(acting, error, exchange));
    } catch (error) {
      fail(acting, error, { req, res, done });
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

/** Whether a request target was refused, for its length or its bytes. */
function refuseTarget(url: string, res: ServerResponse): boolean {
  if (url.length > limits.requestTargetMax) refuse(res, 414, 'too-long');
  // Some versions of Node reject such bytes themselves.
  else if (/[\x80-\xff]/.test(url)) refuse(res, 400, 'bytes');
  else return false;
  return true;
}

function nothing(): void {}

/** How long a request waits for the first rules before it gets a 503. */
const rulesWaitMs = 5_000;

/** The API has the gateway's own domain, `api.` below it, and IP addresses. */
function isApiHost(host: string, domain: string): boolean {
  return host === '' || host === 'localhost' || host === domain || host === apiHost(domain) || isIP(host) !== 0;
}
