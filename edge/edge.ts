/**
 * The edge: reads a request, decides by the routing table, records what is counted, answers. No
 * error here may break a download.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import * as limits from 'contract/limits';
import { apiHost, isLocalDomain } from 'contract/package-types/hosts';
import type { TrustProxy } from 'net/proxies';
import type { Enrich } from './enrich/enrich';
import { makeInert, sendDocument, sendEmpty, sendImage, sendJson, sendRedirect, sendRefusal, sendText } from './answer';
import { buildEvent, noteCheck } from './build-event';
import { isNewImage, type Check, type Decision, type Desk, type Hit, type Settled } from './decision';
import type { InsecureRegistry } from './package-types/type';
import { allowAnyOrigin, sendEventRefusal, sendPreflight } from './event-answers';
import { createInstallMemory, decideInstall, isInstallPath } from './installs';
import { createIndexCache } from './index-cache';
import { inTime } from './in-time';
import { createIdentify, type VisitorSalts } from './identity';
import { createMetrics } from './metrics';
import { passThrough } from './pass-through';
import { requestId, requestIdHeader } from 'net/request-id';
import { inSpan, noteInSpan } from 'net/tracing';
import { isLoopbackName } from 'net/private-targets';
import { createProxy } from './proxy';
import { createPullNames } from './pull-names';
import type { Recorder } from './record';
import { createReceiver } from './receive-events';
import { createRegistryCheck } from './registry-check';
import { decide, type RoutingTable } from './routing-table';
import { bareHost, readEdgeRequest, type EdgeRequest } from './edge-request';

export interface EdgeParts {
  rules: Pick<RoutingTable, 'current' | 'ready'>;
  recorder: Pick<Recorder, 'record' | 'metrics'>;
  enrich: Enrich;
  /** The keys of the hashes of origins and endpoints. */
  salts: VisitorSalts;
  /** Domain of the default hosts, `localhost` or `example.com`. */
  domain: string;
  /** Which proxies are trusted about the client's address. */
  trustProxy: TrustProxy;
  /** Registries (`host` or `host:port`) that may be on a private network; `*` for all. */
  privateTargets?: readonly string[] | undefined;
  /** Registries that are called without TLS, besides those of this machine. */
  insecureRegistries?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}

export interface Edge {
  /** Answers one request; never throws. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Whether the edge answers a `Host` header and a request target; otherwise the API does. */
  owns(host: string, target: string): boolean;
  /** Resolves when there are rules for the first time; earlier requests wait for them. */
  ready: Promise<void>;
  /** Counters for Prometheus. */
  metrics: Registry;
  /**
   * Stops background work; resolves when all events of answered requests have been passed to the
   * recorder.
   */
  close(): Promise<void>;
  /** Resolves when no event is on its way to the recorder. */
  idle(): Promise<void>;
}

export function createEdge(parts: EdgeParts): Edge {
  let { log, recorder, domain, rules } = parts;
  let composing = { enrich: parts.enrich, identify: createIdentify(parts.salts), pullNames: createPullNames() };
  let proxy = createProxy(parts.privateTargets ?? []);
  let registry = new Registry();
  let metrics = createMetrics(registry, recorder);
  let plain = new Set(parts.insecureRegistries ?? []);
  let insecure: InsecureRegistry = (registry) => isLoopbackName(registry.replace(/:\d+$/, '')) || plain.has(registry);
  let registries = createRegistryCheck(proxy, insecure);

  let indexes = createIndexCache({ proxy, clock: parts.clock, log });
  let isLocal = isLocalDomain(domain);
  let desk: Desk = {
    indexes,
    originOf: ({ host, headers }) => (isLocal ? `http://${headers.host ?? host}` : `https://${host}`),
  };

  let writing = new Set<Promise<void>>();
  let idle = async () => void (await Promise.all(writing));

  /** Resolves when the event is durable or the time limit has passed; never rejects. */
  let write = (what: Hit, request: EdgeRequest, unseenAt?: string): Promise<void> => {
    let written = record(what, request, unseenAt).finally(() => writing.delete(written));
    writing.add(written);
    return written;
  };

  let record = async (what: Hit, request: EdgeRequest, unseenAt?: string): Promise<void> => {
    let time = parts.clock();
    try {
      if (unseenAt !== undefined && !(await registries.proves(unseenAt, what.isPrivate ?? false))) metrics.unproven();
      else await recorder.record(buildEvent(composing, what, request, time));
    } catch (error) {
      metrics.lost();
      log.error({ err: error }, 'an event could not be recorded');
    }
  };

  let installs = createInstallMemory(parts.clock);
  let count = async (what: Hit | null, request: EdgeRequest): Promise<void> => {
    if (!what) return;
    installs.sawDownload(what, request.address);
    await write(what, request);
  };

  let receive = createReceiver({ count, clock: parts.clock });

  let checked = (check: Check, request: EdgeRequest, digest: string): void =>
    noteCheck(composing, check, request, { digest, time: parts.clock() });

  let act = async (decision: Decision, request: EdgeRequest, res: ServerResponse, begun: number): Promise<void> => {
    if (decision.kind === 'later') return act(await decision.decide(desk), request, res, begun);
    metrics.asked(decision.kind);
    noteInSpan({ 'landfall.answer': decision.kind });
    await send(decision, request, res);
    metrics.answered(decision.kind, performance.now() - begun);
    // The registry's answer to a redirected client is not seen here. It is checked after the
    // redirect.
    if (decision.kind === 'redirect' && decision.count && isNewImage(decision.count))
      await write(decision.count, request, decision.location.replace(/\?.*$/, ''));
  };

  let send = async (decision: Settled, request: EdgeRequest, res: ServerResponse): Promise<void> => {
    if (decision.kind === 'document') return sendDocument(res, decision.document, request.headers);
    if (decision.kind === 'json') return sendJson(res, decision.status, decision.body);
    if (decision.kind === 'refuse') return sendRefusal(res, decision);
    if (decision.kind === 'preflight') return sendPreflight(res);
    if (decision.kind === 'event-refusal') return sendEventRefusal(res, decision.refusal, decision.forPages);
    if (decision.kind === 'receive') return receive(decision, request, res);
    if (decision.kind === 'proxy') return passThrough({ proxy, log, count, checked }, decision, request, res);
    if (decision.kind === 'redirect') {
      if (decision.check) checked(decision.check, request, '');
      if (!isNewImage(decision.count)) await count(decision.count, request);
      return sendRedirect(res, decision.location, decision.status);
    }
    await count(decision.count, request);
    if (decision.kind === 'image') return sendImage(res);
    allowAnyOrigin(res);
    sendEmpty(res, decision.status ?? 200);
  };

  let answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    let begun = performance.now();
    makeInert(res);
    try {
      if ((req.url?.length ?? 0) > limits.requestTargetMax) return sendText(res, 414, 'too-long');
      // Some versions of Node refuse these requests themselves.
      if (/[\x80-\xff]/.test(req.url ?? '')) return sendText(res, 400, 'bytes');
      let request = readEdgeRequest(req, parts.trustProxy);
      let table = rules.current() ?? (await inTime(rules.ready, rulesWaitMs));
      if (!table) return sendText(res, 503, 'no-rules');
      let decision = isApiHost(request.host, domain)
        ? decideInstall({ packages: table.npm, memory: installs }, request)
        : decide(table, request, insecure);
      await act(decision, request, res, begun);
    } catch (error) {
      log.error({ err: error, request: requestId(req.headers[requestIdHeader]) }, 'the edge could not answer');
      if (res.headersSent) res.destroy();
      else sendText(res, 500, 'broken');
    }
  };

  return {
    handle: (req, res) => void inSpan({ name: 'download', headers: req.headers }, () => answer(req, res)),
    owns: (host, target) => !isApiHost(bareHost(host), domain) || isInstallPath(target),
    ready: rules.ready.then(() => undefined),
    metrics: registry,
    async close() {
      registries.close();
      indexes.close();
      proxy.close();
      await idle();
    },
    idle,
  };
}

/** How long a request waits for the first rules; after that it is answered with "try again". */
const rulesWaitMs = 5_000;

/** The API answers at the gateway's own domain, at `api.` below it, and at IP addresses. */
function isApiHost(host: string, domain: string): boolean {
  return host === '' || host === 'localhost' || host === domain || host === apiHost(domain) || isIP(host) !== 0;
}
