/**
 * The client of the gateway: `call(route, …)` with checked input and output, in process or over
 * HTTP.
 */
import type { AppLoadContext } from '@remix-run/node';
import { actingAsHeader } from 'contract/admin/audit';
import { parseLines, pathOf, queryText } from 'contract/floor/call-address';
import { isQuestion } from 'contract/analytics/reports';
import { confirmationApi, confirmationHeader, type Confirmed } from 'contract/accounts/confirmation';
import { ErrorAnswer } from 'contract/api/error-answer';
import { messageOf } from 'contract/rules/errors';
import type { AnswerOf, CallOf, Route } from 'contract/rules/route';
import { notReached, tookTooLong } from '../config/browser-messages';
import { withoutInvalidRows } from './invalid-rows.server';
import { errorAnswerResponse, errorMessage, unsaid } from './error-message.server';
import { env } from '../config/env.server';
import { logError } from '../http/log.server';
import { askInReport } from './report.server';
import { noteFailure } from './secondary.server';
import { traceHeaders } from './trace.server';

const answerLimitMs = 10_000;

/** Reports wait for their turn and are counted from all events. */
const reportLimitMs = 20_000;

export type Call = <R extends Route>(route: R, given?: CallOf<R>) => Promise<AnswerOf<R>>;

/** The error of a gateway that does not answer. */
export const unreachable: ErrorAnswer = {
  code: 'gateway-unreachable',
  message: notReached,
};

/** That of one that is still at it: the work may end yet. */
export const late: ErrorAnswer = { code: 'answer-is-late', message: tookTooLong };

/** That of one that is still counting. */
const tooLarge: ErrorAnswer = {
  code: 'question-is-too-large',
  message: messageOf('question-is-too-large'),
};

/**
 * A client with the given bearer token; `actingAs` is the owner a platform admin acts as. An error
 * is thrown as a JSON Response with the gateway's status and `{code, message, field?}`, so that
 * error pages and forms can read it; an unreachable gateway or an answer against the contract is a
 * 503 `gateway-unreachable`, an answer that takes too long another one.
 */
export function gatewayClient(context: AppLoadContext, token?: string, actingAs?: string): Call {
  let { ask } = context;
  return (route, given = {}) =>
    withLimit(route, async (signal) => {
      let isAsked = ask && isQuestion(route);
      let body: unknown = isAsked
        ? await asked(context, { token, given, actingAs }, route)
        : await bodyOf(await send(context, signal, { token, given, actingAs }, route), route);
      if (route.kind === 'none') return undefined;
      // Made in this process by the same contract; while developing and testing, that is checked.
      if (isAsked && route.kind === 'ndjson' && env.production) return body;
      let schema = route.kind === 'ndjson' ? route.answer.array() : route.answer;
      let parsed = schema.safeParse(body);
      if (parsed.success) return noted(context, route, parsed.data);
      logError(`gateway answer to ${route.id} is against the contract:`, parsed.error.issues.slice(0, 3));
      if (!env.GATEWAY_URL) throw errorAnswerResponse(unreachable, 503);
      let { answer: rest, leftOut } = withoutInvalidRows(body, parsed.error.issues);
      parsed = schema.safeParse(rest);
      if (!parsed.success) throw errorAnswerResponse(unreachable, 503);
      context.unreadRows = (context.unreadRows ?? 0) + leftOut;
      return noted(context, route, parsed.data);
    }).catch((thrown: unknown) => {
      noteFailure(thrown, context, route);
      throw thrown;
    });
}

function bodyOf(answer: Response, { kind }: Route): Promise<unknown> {
  if (kind === 'none') return Promise.resolve();
  return kind === 'ndjson' ? answer.text().then(parseLines) : answer.json().catch(() => undefined);
}

/** The answer of the embedded gateway to a question; its errors are thrown. */
async function asked(context: AppLoadContext, { token, given, actingAs }: Sent, route: Route): Promise<unknown> {
  let headers = senderHeaders(context, { token, actingAs });
  let question = { route, given };
  let { status, body } = await askInReport(context, context.ask!, { headers, limitMs: reportLimitMs }, question);
  if (status >= 400) throw refused(body, status);
  return body;
}

/** Once a session is confirmed, later calls with this context send the confirmation. */
function noted<A>(context: AppLoadContext, route: Route, answer: A): A {
  if (route.id === confirmationApi.confirmSession.id) context.confirmation = (answer as Confirmed).confirmation;
  return answer;
}

/**
 * The raw answer of a route that is streamed (CSV). Errors are thrown as by `gatewayClient`; the
 * time limit ends with the headers.
 */
export async function sendRoute<R extends Route>(
  context: AppLoadContext,
  { token, actingAs }: { token: string | undefined; actingAs?: string },
  route: R,
  given: CallOf<R>,
): Promise<Response> {
  return withLimit(route, (signal) => send(context, signal, { token, given, actingAs }, route));
}

/** Longer than the listener waits for a request. */
const fileLimitMs = 70_000;

/** The answer of a route that takes a file, which is passed on as it comes. */
export async function sendFile<R extends Route>(
  context: AppLoadContext,
  { token, actingAs, file }: Pick<Sent, 'token' | 'actingAs'> & { file: ReadableStream<Uint8Array> },
  route: R,
  given: CallOf<R>,
): Promise<AnswerOf<R>> {
  let work = async (signal: AbortSignal) => {
    let answer = await send(context, signal, { token, given, actingAs, file }, route);
    return route.answer.parse(await answer.json());
  };
  return withLimit(route, work, fileLimitMs);
}

interface Sent {
  token: string | undefined;
  given: CallOf<Route>;
  actingAs?: string | undefined;
  file?: ReadableStream<Uint8Array>;
}

/**
 * The answer of a call as it comes, refusals included; only a gateway that does not answer is
 * thrown.
 */
export async function tryRoute<R extends Route>(
  context: AppLoadContext,
  { token, actingAs }: { token: string; actingAs?: string | undefined },
  route: R,
  given: CallOf<Route>,
): Promise<Response> {
  return withLimit(route, (signal) => sendAnyway(context, signal, { token, given, actingAs }, route));
}

async function send(context: AppLoadContext, signal: AbortSignal, sent: Sent, route: Route): Promise<Response> {
  let answer = await sendAnyway(context, signal, sent, route);
  if (answer.ok) return answer;
  let { status } = answer;
  if (status < 400) throw errorAnswerResponse(unreachable, 503);
  throw refused(await answer.json().catch(() => undefined), status);
}

/** What the gateway refused, as a Response to throw. */
function refused(body: unknown, status: number): Response {
  let said = ErrorAnswer.safeParse(body);
  if (!said.success && status >= 500) return errorAnswerResponse(unreachable, 503);
  let { data = unsaid(status) } = said;
  return errorAnswerResponse({ ...data, message: errorMessage(data, status) }, status);
}

async function sendAnyway(
  context: AppLoadContext,
  signal: AbortSignal,
  { token, given, actingAs, file }: Sent,
  route: Route,
): Promise<Response> {
  let ending = context.clientGone && !route.isKept ? AbortSignal.any([signal, context.clientGone]) : signal;
  let request = buildRequest(route, { headers: senderHeaders(context, { token, actingAs }), given, file }, ending);
  // A remote gateway trusts it by its TRUST_PROXY; the embedded one gets the address below.
  if (context.clientAddress) request.headers.set('x-forwarded-for', context.clientAddress);
  let begun = performance.now();
  try {
    return await (context.gateway && !env.GATEWAY_URL
      ? context.gateway(request, { address: context.clientAddress, page: context })
      : fetch(request, { redirect: 'manual' }));
  } finally {
    context.calls?.push({ id: route.id, ms: performance.now() - begun });
  }
}

/** Who asks, and for what. */
function senderHeaders(context: AppLoadContext, { token, actingAs }: Pick<Sent, 'token' | 'actingAs'>): Headers {
  let headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (token && context.confirmation) headers.set(confirmationHeader, context.confirmation);
  if (context.clientAgent) headers.set('user-agent', context.clientAgent);
  if (context.requestId) headers.set('x-request-id', context.requestId);
  if (actingAs) headers.set(actingAsHeader, actingAs);
  for (let [name, value] of Object.entries(traceHeaders(context))) headers.set(name, value);
  return headers;
}

/** The gateway's error inside a thrown value, or null for anything else (a redirect, a bug). */
export async function readApiError(thrown: unknown): Promise<ErrorAnswer | null> {
  if (!(thrown instanceof Response) || thrown.status < 400) return null;
  let parsed = ErrorAnswer.safeParse(
    await thrown
      .clone()
      .json()
      .catch(() => undefined),
  );
  return parsed.success ? parsed.data : null;
}

function buildRequest(
  route: Route,
  { headers, given, file }: Pick<Sent, 'given' | 'file'> & { headers: Headers },
  signal: AbortSignal,
): Request {
  let base = env.GATEWAY_URL ?? 'http://gateway.invalid';
  let url = new URL(base + pathOf(route, given.params ?? {}) + queryText(given.query ?? {}));
  if (file) headers.set('content-type', route.fileTypes[0] ?? '');
  else if (given.body !== undefined) headers.set('content-type', 'application/json');
  return new Request(url, {
    method: route.method,
    headers,
    credentials: 'include',
    signal,
    body: file ?? (given.body === undefined ? undefined : JSON.stringify(given.body)),
    ...(file && { duplex: 'half' }),
  } as RequestInit);
}

/**
 * Runs work within the time limit; errors of the gateway are thrown. A report that takes longer is
 * `question-is-too-large`, any other call `answer-is-late`; every other failure is
 * `gateway-unreachable`.
 */
async function withLimit<T>(
  { id, takesLong }: Route,
  work: (signal: AbortSignal) => Promise<T>,
  limitMs = takesLong ? reportLimitMs : answerLimitMs,
): Promise<T> {
  let ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${limitMs} ms`));
      ending.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work(ending.signal), limit]);
  } catch (error) {
    if (error instanceof Response) throw error;
    logError(`gateway did not respond ${id}:`, error instanceof Error ? error.message : 'unknown reason');
    throw errorAnswerResponse(!ending.signal.aborted ? unreachable : takesLong ? tooLarge : late, 503);
  } finally {
    clearTimeout(timer);
  }
}
