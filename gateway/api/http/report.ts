/**
 * Reports of several questions: those of a page in this process, and those of a POST. Each question
 * is admitted and answered separately, but all rest on the same events and share one turn.
 */
import { setMaxListeners } from 'node:events';
import {
  isQuestion,
  reportsApi,
  type AskedQuestion,
  type AskInProcess,
  type ReportAnswer,
} from 'contract/analytics/reports';
import { statusOf } from 'contract/rules/errors';
import type { Route } from 'contract/rules/route';
import { pathOf, queryText } from 'contract/floor/call-address';
import { requestId, requestIdHeader } from 'net/request-id';
import { inSpan } from 'net/tracing';
import { ApiError } from '../../floor/calls/api-error';
import { answerOf, refusalOf } from './respond';
import { agentOf, runCall, type Arrived, type CallParts, type InTurn } from './call';
import { serve, Streamed, type Endpoint } from './handler';
import type { FileQueues } from './file-responses';
import { memoOf } from './request-memo';

/** Rows of all lists of one report. */
export const reportRowsMax = 100_000;

export function createReports(
  parts: CallParts & { turns: FileQueues },
  served: readonly Endpoint[],
): { ask: AskInProcess; endpoints: Endpoint[] } {
  let byId = new Map(served.filter(({ route }) => isQuestion(route)).map((one) => [one.route.id, one]));
  let endpointOf = (id: string) => {
    let endpoint = byId.get(id);
    if (!endpoint) throw new ApiError('question-not-known', 'ask');
    return endpoint;
  };

  async function answer(question: AskedQuestion, arrived: Omit<Arrived, 'url' | 'inPath'>, inTurn: InTurn) {
    let { route, params, query } = question;
    let log = parts.log.child({ call: route.id, request: requestId(arrived.headers.get(requestIdHeader)) });
    try {
      let url = new URL(pathOf(route, params) + queryText(query), 'http://gateway.invalid');
      let inPath = pathParameters(route, params);
      let work = () => runCall({ ...parts, log }, endpointOf(route.id), { ...arrived, url, inPath }, inTurn);
      let { result } = await inSpan({ name: `api ${route.id}`, headers: arrived.headers }, work);
      if (!(result instanceof Streamed)) return { status: route.status, body: result };
      if (!result.values) throw new ApiError('question-not-known', 'query');
      return { status: route.status, body: result.values };
    } catch (error) {
      let refusal = refusalOf(error, log);
      return { status: statusOf(refusal.code), body: answerOf(refusal) };
    }
  }

  let ask: AskInProcess = (questions, { headers, address, signal, page }) => {
    // Each question listens to it.
    setMaxListeners(0, signal);
    let { inTurn, end } = sharedTurn(parts.turns, signal);
    let use = { address, agent: agentOf(headers), time: parts.clock() };
    let arrived = { headers, use, signal, once: memoOf(page, 'GET') };
    let answers = questions.map((question) => answer(question, arrived, inTurn));
    void Promise.all(answers).then(end);
    return answers;
  };

  let endpoints = serve(reportsApi, {
    async askReport({ params, body, headers, address, gone }) {
      let named = body.questions.map((question) => ({ ...question, route: endpointOf(question.ask).route }));
      let known = named.map(({ route, params: own, query }) => ({ route, params: { ...params, ...own }, query }));
      let page = {};
      let answers = await Promise.all(withinLimit(ask(known, { headers, address, signal: gone, page })));
      return { answers: Object.fromEntries(named.map(({ name }, i) => [name, answers[i]!])) };
    },
  });
  return { ask, endpoints };
}

/** Lists beyond the number of rows that one response can have are let go as they come. */
function withinLimit(answers: readonly Promise<ReportAnswer>[]): Promise<ReportAnswer>[] {
  let rows = 0;
  return answers.map(async (coming) => {
    let answer = await coming;
    rows += Array.isArray(answer.body) ? answer.body.length : 0;
    if (rows <= reportRowsMax) return answer;
    let refusal = new ApiError('question-is-too-large');
    return { status: statusOf(refusal.code), body: answerOf(refusal) };
  });
}

/** Those of its path alone: who may ask is decided by them. */
function pathParameters({ path }: Route, params: Record<string, unknown>): Record<string, string> {
  let names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, String(params[name] ?? '')]));
}

/** One turn for all questions of a report that count events. */
function sharedTurn({ questions }: FileQueues, signal: AbortSignal): { inTurn: InTurn; end: () => void } {
  let turn: Promise<() => void> | undefined;
  return {
    async inTurn(who, work) {
      await (turn ??= questions.hold(who, signal));
      return work();
    },
    end: () => void turn?.then((release) => release()).catch(() => undefined),
  };
}
