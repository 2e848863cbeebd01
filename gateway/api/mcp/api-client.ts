/** Calls of the management API in this process, with the token of an assistant. */
import { ErrorAnswer } from 'contract/api/error-answer';
import { parseLines, pathOf, queryText } from 'contract/floor/call-address';
import type { AnswerOf, CallOf, Route } from 'contract/rules/route';

/** Answers like the API; an error is thrown as `NotAnswered`. */
export type ApiClient = <R extends Route>(route: R, given?: CallOf<R>) => Promise<AnswerOf<R>>;

/** What the API refused, with its status and headers. */
export class ApiCallError extends Error {
  readonly status: number;
  readonly answer: ErrorAnswer;
  readonly headers: Headers;

  constructor({ status, headers }: Response, answer: ErrorAnswer) {
    super(answer.message);
    this.status = status;
    this.answer = answer;
    this.headers = headers;
  }
}

/** `fetch` is that of the API; `request` is what the assistant sent. */
export function apiClientFor(request: Request, fetch: (call: Request) => Promise<Response>): ApiClient {
  let sent = new Headers();
  for (let name of ['authorization', 'user-agent']) {
    let value = request.headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  return async (route, given = {}) => {
    let url = new URL(pathOf(route, given.params ?? {}) + queryText(given.query ?? {}), request.url);
    let headers = new Headers(sent);
    if (given.body !== undefined) headers.set('content-type', 'application/json');
    let body = given.body === undefined ? null : JSON.stringify(given.body);
    let answer = await fetch(new Request(url, { method: route.method, headers, body, signal: request.signal }));
    if (answer.status !== route.status) throw new ApiCallError(answer, ErrorAnswer.parse(await answer.json()));
    return route.kind === 'ndjson' ? parseLines(await answer.text()) : await answer.json();
  };
}
