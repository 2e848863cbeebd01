/**
 * The questions that a page asks in one turn of the event loop are sent to the embedded gateway as
 * one report. All reports of a page rest on the same events.
 */
import type { AppLoadContext } from '@remix-run/node';
import type { AskInProcess, ReportAnswer } from 'contract/analytics/reports';
import type { CallOf, Route } from 'contract/rules/route';

interface Waiting {
  route: Route;
  given: CallOf<Route>;
  begun: number;
  resolve: (answer: Promise<ReportAnswer>) => void;
}

/** By page, then by who asks. */
const waiting = new WeakMap<AppLoadContext, Map<string, Waiting[]>>();

/** `limitMs`: when the questions are given up. */
export function askInReport(
  context: AppLoadContext,
  ask: AskInProcess,
  { headers, limitMs }: { headers: Headers; limitMs: number },
  question: { route: Route; given: CallOf<Route> },
): Promise<ReportAnswer> {
  let byAsker = waiting.get(context) ?? new Map<string, Waiting[]>();
  waiting.set(context, byAsker);
  let who = JSON.stringify([...headers]);
  return new Promise((resolve) => {
    let next = { ...question, begun: performance.now(), resolve };
    let others = byAsker.get(who);
    if (others) return void others.push(next);
    let together = [next];
    byAsker.set(who, together);
    setImmediate(() => {
      byAsker.delete(who);
      send(context, ask, { headers, limitMs }, together);
    });
  });
}

function send(
  context: AppLoadContext,
  ask: AskInProcess,
  { headers, limitMs }: { headers: Headers; limitMs: number },
  together: readonly Waiting[],
): void {
  let limit = AbortSignal.timeout(limitMs);
  let signal = context.clientGone ? AbortSignal.any([limit, context.clientGone]) : limit;
  let questions = together.map(({ route, given: { params = {}, query = {} } }) => ({ route, params, query }));
  let answers = ask(questions, { headers, signal, page: context, address: context.clientAddress ?? '' });
  for (let [i, { route, begun, resolve }] of together.entries()) {
    let answer = answers[i]!;
    void answer.finally(() => context.calls?.push({ id: route.id, ms: performance.now() - begun }));
    resolve(answer);
  }
}
