/** The management API: every endpoint goes through one pipeline (admit, read, handle, answer). */
import { Hono } from 'hono';
import type { Context } from 'hono';
import type { Histogram } from 'prom-client';
import type { Logger } from 'pino';
import { assistantPath } from 'contract/api/assistant-tools';
import { lastEventHeader } from 'contract/analytics/last-event';
import type { AskInProcess } from 'contract/analytics/reports';
import { openApiDocument } from 'contract/api/openapi';
import { routes } from 'contract/api/routes';
import { requestId, requestIdHeader } from 'net/request-id';
import { inSpan, noteInSpan } from 'net/tracing';
import { ApiError } from '../floor/calls/api-error';
import { apiClientFor } from './mcp/api-client';
import { createAssistants } from './mcp/assistants';
import { auditImpersonatedChange } from './http/call-audit';
import { agentOf, runCall, type Arrived, type CallParts, type InTurn } from './http/call';
import { bySpecificity, honoPattern } from './http/route-patterns';
import type { Services } from './http/services';
import { Streamed, type Endpoint } from './http/handler';
import { createReports } from './http/report';
import { memoOf } from './http/request-memo';
import { textBody } from './http/parse-request';
import { respond, respondToError } from './http/respond';
import { queueFile, withEnd, type FileQueues } from './http/file-responses';

/** Set by the listener or the dashboard in this process; never read from the request. */
interface From {
  address?: string | undefined;
  /** Identifies the page that the call is for: the same object in all its calls. */
  page?: object | undefined;
}

export interface PipelineParts extends CallParts {
  turns: FileQueues;
  calls: Histogram<'method' | 'status'>;
}

export interface Pipeline {
  /** Answers one HTTP request. */
  api(request: Request, from?: From): Promise<Response>;
  /** Answers questions of a page in this process, each by itself. */
  ask: AskInProcess;
}

type Environment = { Bindings: From };

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** The same for every gateway of the process. */
let description: string | undefined;

/** Throws unless the endpoints are those of the contract, each of them once. */
export function createPipeline(parts: PipelineParts, served: readonly Endpoint[]): Pipeline {
  let reports = createReports(parts, served);
  let endpoints = [...served, ...reports.endpoints];
  refuseUnlike(endpoints);
  let app = new Hono<Environment>();
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/openapi.json', (c) => {
    description ??= JSON.stringify(openApiDocument());
    return c.body(description, 200, { 'content-type': 'application/json' });
  });
  app.post('/internal/billing/webhooks/stripe', (c) => hearPayments(parts, c.req.raw));
  let answerAssistant = createAssistants(parts);
  app.post(assistantPath, (c) => {
    let ask = apiClientFor(c.req.raw, async (call) => app.fetch(call, { address: c.env.address }));
    return answerAssistant(c.req.raw, ask);
  });
  for (let endpoint of endpoints.sort((a, b) => bySpecificity(a.route, b.route)))
    app.on(endpoint.route.method, honoPattern(endpoint.route), (c) => answer(parts, endpoint, c));
  app.notFound((c) => unknownAddress(app, c, parts.log));
  app.onError((error) => respondToError(error, parts.log));
  return { api: async (request, from = {}) => madeInert(await app.fetch(request, from)), ask: reports.ask };
}

function refuseUnlike(endpoints: readonly Endpoint[]): void {
  let served = endpoints.map(({ route }) => route.id);
  let known = routes.map(({ id }) => id);
  let wrong = {
    'No handler for': known.filter((id) => !served.includes(id)),
    'Not in contract/api/routes.ts:': served.filter((id) => !known.includes(id)),
    'Served twice:': served.filter((id, i) => served.indexOf(id) < i),
  };
  for (let [words, ids] of Object.entries(wrong)) if (ids.length > 0) throw new Error(`${words} ${ids.join(', ')}.`);
}

/** API responses are not pages: browsers must not sniff, load or frame them. */
function madeInert(response: Response): Response {
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  return response;
}

async function answer(parts: PipelineParts, endpoint: Endpoint, context: Context<Environment>): Promise<Response> {
  let { route } = endpoint;
  let started = performance.now();
  let request = context.req.raw;
  let { headers } = request;
  let id = requestId(headers.get(requestIdHeader));
  let log = parts.log.child({ call: route.id, request: id });
  let arrived: Arrived = {
    url: new URL(request.url),
    inPath: context.req.param() as Record<string, string>,
    headers,
    use: { address: context.env.address ?? '', agent: agentOf(headers), time: parts.clock() },
    signal: request.signal,
    once: memoOf(context.env.page, route.method),
    request,
  };
  let response = await inSpan({ name: `api ${route.id}`, headers }, async () => {
    let answered = await respondTo({ ...parts, log }, endpoint, arrived).catch((error: unknown) =>
      respondToError(error, log),
    );
    noteInSpan({ 'http.request.method': route.method, 'http.response.status_code': answered.status });
    return answered;
  });
  response.headers.set(requestIdHeader, id);
  let ms = performance.now() - started;
  parts.calls.observe({ method: route.method, status: String(response.status) }, ms / 1_000);
  log.debug({ status: response.status, ms: Math.round(ms) }, 'answered');
  return response;
}

async function respondTo(parts: PipelineParts, endpoint: Endpoint, arrived: Arrived): Promise<Response> {
  let { route } = endpoint;
  let { turns, records, log } = parts;
  let { signal } = arrived;
  let inTurn: InTurn = (who, work) => turns.questions.take(who, work, signal);
  let { result: given, lastEvent, act, owner, who } = await runCall(parts, endpoint, arrived, inTurn);
  let result = given;
  await auditImpersonatedChange(records, route, act, owner);
  parts.packaging.downloadNotices.tell(act);
  if (route.kind === 'csv' && result instanceof Streamed) result = await queueFile(result, who, turns);
  // The signal of a request is aborted only as long as the request itself is referenced.
  if (result instanceof Streamed)
    result = new Streamed(
      withEnd(result.chunks, () => void arrived),
      result.headers,
    );
  let response = await respond(route, result, { log, idleMs: turns.idleMs });
  if (lastEvent !== undefined) response.headers.set(lastEventHeader, String(parts.eventMarks.of(lastEvent)));
  return response;
}

/**
 * A webhook message of the payment provider; not part of the contract. The signature is over the
 * unchanged text.
 */
async function hearPayments({ billing, clock }: Services, request: Request): Promise<Response> {
  await billing.payments.hear(await textBody(request), request.headers.get('stripe-signature') ?? '', clock());
  return Response.json({ received: true });
}

/** 405 when the address answers another method, else 404. */
function unknownAddress(app: Hono<Environment>, context: Context<Environment>, log: Logger): Response {
  let allowed = methods.filter((method) => app.router.match(method, context.req.path)[0].length > 0);
  if (allowed.length === 0) return respondToError(new ApiError('not-found'), log);
  return respondToError(new ApiError('method-not-allowed'), log, { allow: allowed.join(', ') });
}
