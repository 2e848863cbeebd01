/** Carries out decisions: counts what they count, and sends their responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { requestId, requestIdHeader } from 'net/request-id';
import { noteInSpan } from 'net/tracing';
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
import type { EventCounter } from './counting';
import { sendEventRefusal, sendPreflight } from './event-responses';
import type { EdgeMetrics } from './metrics';
import { type PassParts, passThrough } from './pass-through';
import type { Receive } from './receive-events';
import { type Decision, type DecisionContext, isNewImage } from './requests/decision';
import type { EdgeRequest } from './requests/edge-request';
import type { BackendHealth } from './upstream/backend-health';

export interface ActParts extends Omit<PassParts, 'backends'> {
  /** For decisions that take more than the request. */
  context: DecisionContext;
  counter: Pick<EventCounter, 'countThen' | 'recordVerified'>;
  receive: Receive;
  backends: Pick<BackendHealth, 'used' | 'failed'>;
  metrics: EdgeMetrics;
  log: Logger;
}

export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  request: EdgeRequest;
  /** As `performance.now()` counts. */
  begun: number;
  done(): void;
}

/** Never throws; calls the exchange's `done` at the end. */
export function act(parts: ActParts, decision: Decision, exchange: Exchange): void {
  let { metrics, backends, counter, checked } = parts;
  let { request, res, begun, done } = exchange;
  let failed = (error: unknown) => fail(parts, error, exchange);
  if (decision.kind === 'deferred')
    return void decision
      .decide(parts.context)
      .then((settled) => act(parts, settled, exchange))
      .catch(failed);
  let { kind } = decision;
  metrics.asked(kind);
  noteInSpan({ 'landfall.answer': kind });
  let asked = ('count' in decision && decision.count) || ('check' in decision && decision.check);
  if (asked) backends.used(asked.artifactId);
  let answered = () => metrics.answered(kind, performance.now() - begun, res.statusCode);
  if (!isCounted(decision)) return void send(parts, decision, exchange).then(answered).then(done, failed);
  let { count: hit } = decision;
  if (decision.kind === 'redirect' && decision.check) checked(decision.check, request, '');
  // A redirected client gets the registry's response directly, so the image is checked after the
  // redirect.
  let unseen = decision.kind === 'redirect' && hit && isNewImage(hit) ? decision.location : undefined;
  counter.countThen(unseen === undefined ? hit : null, request, () => {
    try {
      sendCounted(decision, res);
      answered();
    } catch (error) {
      return failed(error);
    }
    if (unseen === undefined) done();
    else void counter.recordVerified(hit!, request, unseen.replace(/\?.*$/, '')).then(done);
  });
}

async function send(parts: ActParts, decision: Uncounted, { request, res }: Exchange): Promise<void> {
  makeInert(res);
  if (decision.kind === 'json' || decision.kind === 'text') await parts.count(decision.count, request);
  if (decision.kind === 'document') return sendDocument(res, decision.document, request.headers);
  if (decision.kind === 'json') return sendJson(res, decision.status, decision.body);
  if (decision.kind === 'text') return sendText(res, decision.status, decision.text);
  if (decision.kind === 'refuse') return sendRefusal(res, decision);
  if (decision.kind === 'preflight') return sendPreflight(res);
  if (decision.kind === 'event-refusal') return sendEventRefusal(res, decision.refusal, decision.forPages);
  if (decision.kind === 'receive') return parts.receive(decision, request, res);
  return passThrough(parts, decision, request, res);
}

/** Answers a request that could not be carried out, as far as that is still possible. */
export function fail(
  { log, metrics }: Pick<ActParts, 'log' | 'metrics'>,
  error: unknown,
  { req, res, done }: Pick<Exchange, 'req' | 'res' | 'done'>,
): void {
  log.error({ err: error, request: requestId(req.headers[requestIdHeader]) }, 'the edge could not answer');
  metrics.failed();
  if (res.headersSent) res.destroy();
  else refuse(res, 500, 'broken');
  done();
}
