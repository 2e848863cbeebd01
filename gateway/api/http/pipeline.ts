/** The management API: every endpoint goes through one pipeline (admit, read, handle, answer). */
import { Hono } from 'hono';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Histogram } from 'prom-client';
import { z } from 'zod';
import { assistantPath } from 'contract/shared/assistant-tools';
import { actingAsHeader } from 'contract/admin/audit';
import { confirmationHeader } from 'contract/accounts/confirmation';
import { statusOf } from 'contract/errors';
import { lastEventHeader, takesLastEvent } from 'contract/analytics/last-event';
import * as limits from 'contract/limits';
import { openApiDocument } from 'contract/openapi';
import type { Route } from 'contract/route';
import { routes } from 'contract/routes';
import { headerText } from 'net/header-text';
import { requestId, requestIdHeader } from 'net/request-id';
import { inSpan, noteInSpan } from 'net/tracing';
import { ApiError } from '../../floor/api-error';
import type { ActorContext } from '../../floor/audit';
import { snapshotAt, withSignal } from '../../events/scoped-store';
import { apiClientFor } from '../mcp/api-client';
import { createAssistants } from '../mcp/assistants';
import type { TokenUses, Use } from '../../people/accounts/token-uses';
import type { Caller } from '../../people/accounts/tokens';
import { admit } from './access';
import { auditImpersonatedChange, type RefusalAudit } from './call-audit';
import { bySpecificity, honoPattern } from './route-patterns';
import type { Services } from '../services';
import { Streamed, type HandlerCall, type Endpoint } from './handler';
import { memoOf, noMemo } from './request-memo';
import { fileTypeOf, jsonBody, parse, queryObject, textBody } from './parse-request';
import { respond, respondToError } from './respond';
import { queueFile, withEnd, type FileQueues } from './file-responses';
import { takeOnePathToken } from './one-path-tokens';

/** Set by the listener or the dashboard in this process; never read from the request. */
export interface From {
  address?: string | undefined;
  /** Identifies the page that the call is for: the same object in all its calls. */
  page?: object | undefined;
  /** Takes the values of a response that has them, which then comes without a body. */
  take?: ((values: readonly object[]) => void) | undefined;
}

export interface PipelineParts extends Services {
  tokenUses: TokenUses;
  refusedAccess: RefusalAudit;
  turns: FileQueues;
  calls: Histogram<'method' | 'status'>;
}

type Environment = { Bindings: From };

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** The same for every gateway of the process. */
let description: string | undefined;

/**
 * Makes the API's fetch function. Throws unless the endpoints are those of the contract, each of
 * them once.
 */
export function createPipeline(
  parts: PipelineParts,
  endpoints: readonly Endpoint[],
): (request: Request, from?: From) => Promise<Response> {
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
  for (let endpoint of [...endpoints].sort((a, b) => bySpecificity(a.route, b.route)))
    app.on(endpoint.route.method, honoPattern(endpoint.route), (c) => answer(parts, endpoint, c));
  app.notFound((c) => unknownAddress(app, c, parts.log));
  app.onError((error) => respondToError(error, parts.log));
  return async (request, from = {}) => madeInert(await app.fetch(request, from));
}

function refuseUnlike(endpoints: readonly Endpoint[]): void {
  let served = endpoints.map(({ route }) => route.id);
  let known = routes.map(({ id }) => id);
  let wrong = {
    'No handler for': known.filter((id) => !served.includes(id)),
    'Not in contract/routes.ts:': served.filter((id) => !known.includes(id)),
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

const turnedAway = new Set([401, 403, 429]);

function noteRefused(error: unknown, who: { person: string | undefined; address: string }, log: Logger): void {
  if (error instanceof ApiError && turnedAway.has(statusOf(error.code)))
    log.info({ code: error.code, ...who }, 'refused');
}

async function answer(parts: PipelineParts, endpoint: Endpoint, context: Context<Environment>): Promise<Response> {
  let { route } = endpoint;
  let started = performance.now();
  let { headers } = context.req.raw;
  let id = requestId(headers.get(requestIdHeader));
  let log = parts.log.child({ call: route.id, request: id });
  let use = { address: context.env.address ?? '', agent: agentOf(context.req.raw), time: parts.clock() };
  let holder: Caller | undefined;
  let given = { context, use, isHolder: (caller: Caller) => (holder = caller) };
  let response = await inSpan({ name: `api ${route.id}`, headers }, async () => {
    let answered = await run({ ...parts, log }, endpoint, given).catch((error: unknown) => {
      if (holder) parts.refusedAccess.note(error, route, context.req.param(), actOf(holder, use, context.req.raw));
      noteRefused(error, { person: holder?.user.name, address: use.address }, log);
      return respondToError(error, log);
    });
    noteInSpan({ 'http.request.method': route.method, 'http.response.status_code': answered.status });
    return answered;
  });
  if (holder) parts.tokenUses.note(holder, use);
  response.headers.set(requestIdHeader, id);
  let ms = performance.now() - started;
  parts.calls.observe({ method: route.method, status: String(response.status) }, ms / 1_000);
  log.debug({ status: response.status, ms: Math.round(ms) }, 'answered');
  return response;
}

interface Given {
  context: Context<Environment>;
  use: Use;
  isHolder: (caller: Caller) => void;
}

async function run(
  { turns, ...parts }: PipelineParts,
  { route, handle }: Endpoint,
  { context, use, isHolder }: Given,
): Promise<Response> {
  let request = context.req.raw;
  let url = new URL(request.url);
  let inPath = context.req.param() as Record<string, string>;
  if (request.url.includes('%00')) throw new ApiError('request-not-valid');
  let linkOf = takeOnePathToken(parts.onePathSealer, route, url, use.time);
  let { headers } = request;
  let proof = { authorization: headers.get('authorization'), confirmation: headers.get(confirmationHeader), linkOf };
  let known = memoOf(context.env.page, route.method);
  let asked = { params: inPath, search: url.searchParams, now: use.time, known };
  let { caller, owner, isConfirmed } = await admit(parts, route, { ...asked, proof, isHolder });
  let admitAgain = async () => {
    let now = parts.clock();
    await admit(parts, route, { ...asked, now, known: noMemo, proof, isHolder: () => undefined });
  };
  let act: ActorContext = caller ? actOf(caller, use, request) : { ...use, actor: null, actingAs: null };
  let call = {
    parts,
    params: parse(route.params, inPath),
    query: parse(route.query, queryObject(url)),
    body:
      route.body instanceof z.ZodUndefined
        ? undefined
        : parse(route.body, (await jsonBody(request, route.bodyValuesMax)) ?? {}),
    file: route.fileTypes.length > 0 ? (request.body as AsyncIterable<Uint8Array> | null) : null,
    fileType: fileTypeOf(route, request),
    caller,
    owner,
    isConfirmed,
    act,
    url,
    address: use.address,
    gone: request.signal,
    admitAgain,
  };
  let who = owner?.id ?? caller?.user.id ?? use.address;
  let lastEvent: number | undefined;
  let work = async () => {
    let events = route.countsEvents ? withSignal(parts.events, request.signal) : parts.events;
    if (takesLastEvent(route)) {
      lastEvent = await lastEventOf(parts, owner?.id, call.query);
      events = snapshotAt(events, lastEvent);
    }
    call.parts = { ...parts, events };
    return handle(call as HandlerCall<Route>);
  };
  let result = route.countsEvents ? await turns.questions.take(who, work, request.signal) : await work();
  await auditImpersonatedChange(parts.records, route, act, owner);
  parts.downloadNotices.tell(act);
  if (route.kind === 'csv' && result instanceof Streamed) result = await queueFile(result, who, turns);
  // The signal of a request is aborted only as long as the request itself is referenced.
  if (result instanceof Streamed)
    result = new Streamed(
      withEnd(result.chunks, () => void request),
      result.headers,
      result.values,
    );
  let response = await respond(route, result, { log: parts.log, idleMs: turns.idleMs, take: context.env.take });
  if (lastEvent !== undefined) response.headers.set(lastEventHeader, String(parts.eventMarks.of(lastEvent)));
  return response;
}

async function lastEventOf(
  { events, eventMarks }: Services,
  ownerId: string | undefined,
  { last_event: mark }: { last_event?: number | undefined },
): Promise<number> {
  let wanted = mark === undefined ? undefined : eventMarks.eventOf(mark);
  if (wanted !== undefined && events.hasStored(wanted, ownerId)) return wanted;
  let last = await events.lastEvent(ownerId);
  if (wanted !== undefined && !events.hasStored(wanted, ownerId))
    throw new ApiError('last-event-not-known', 'last_event');
  return wanted ?? last;
}

/**
 * A webhook message of the payment provider; not part of the contract. The signature is over the
 * unchanged text.
 */
async function hearPayments({ payments, clock }: Services, request: Request): Promise<Response> {
  await payments.hear(await textBody(request), request.headers.get('stripe-signature') ?? '', clock());
  return Response.json({ received: true });
}

function agentOf(request: Request): string {
  return headerText(request.headers.get('user-agent') ?? undefined, limits.userAgentMax);
}

function actOf({ user, isPlatformAdmin }: Caller, use: Use, { headers }: Request) {
  return { ...use, actor: user, actingAs: isPlatformAdmin ? nameIn(headers.get(actingAsHeader)) : null };
}

function nameIn(header: string | null): string | null {
  return header?.trim().slice(0, limits.nameMax) || null;
}

/** 405 when the address answers another method, else 404. */
function unknownAddress(app: Hono<Environment>, context: Context<Environment>, log: Logger): Response {
  let allowed = methods.filter((method) => app.router.match(method, context.req.path)[0].length > 0);
  if (allowed.length === 0) return respondToError(new ApiError('not-found'), log);
  return respondToError(new ApiError('method-not-allowed'), log, { allow: allowed.join(', ') });
}
