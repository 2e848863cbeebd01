/** Tries an operation on the server with the reader's session. */
import type { AppLoadContext } from '@remix-run/node';
import { pathOf, queryText } from 'contract/floor/call-address';
import { routes } from 'contract/api/routes';
import { quoted, tryApi } from '../../gateway/gateway-addresses';
import { tryRoute } from '../../gateway/gateway-client.server';
import { apiOrigin } from '../../gateway/gateway-origin.server';
import { actedAs, type Session } from '../../session/session';
import { exampleOf } from './example.server';
import type { Operation, Parameter } from './operations.server';

export interface TryResult {
  /** Requested path and query. */
  address: string;
  status: number;
  headers: [name: string, value: string][];
  body: string;
  isCut: boolean;
}

/** Typed values by parameter. */
export type ParameterValues = Record<string, string>;

const shownMax = 50_000;
const typedMax = 2_000;

/** `owner`: default value of the owner parameter. */
export function parameterValuesIn(search: URLSearchParams, { parameters }: Operation, owner: string): ParameterValues {
  let typed = parameters.map(({ name }) => {
    let given = search.get(name)?.slice(0, typedMax) ?? '';
    return [name, given === '' && name === 'owner' && !search.has('try') ? owner : given] as const;
  });
  return Object.fromEntries(typed);
}

export function missingParameters({ parameters }: Operation, typed: ParameterValues): string[] {
  return parameters.filter(({ name, isRequired }) => isRequired && !typed[name]?.trim()).map(({ name }) => name);
}

/** Empty path parameters get example values. */
function requestPath({ path, parameters }: Operation, typed: ParameterValues): string {
  let { params, query } = givenIn(parameters, typed);
  let named = Object.fromEntries(parameters.map(({ name }) => [name, params[name] || exampleOf({}, {}, name)]));
  return pathOf({ path }, named) + queryText(query);
}

function givenIn(parameters: readonly Parameter[], typed: ParameterValues) {
  let of = (place: Parameter['place']) => parameters.filter((one) => one.place === place);
  let params = Object.fromEntries(of('path').map(({ name }) => [name, typed[name]?.trim() ?? '']));
  let query = Object.fromEntries(
    of('query').map(({ name, takesSeveral }) => {
      let text = typed[name]?.trim() ?? '';
      return [name, takesSeveral ? text.split(/\s*\n\s*/) : text];
    }),
  );
  return { params, query };
}

/** Truncates long responses. */
export async function tryOperation(
  context: AppLoadContext,
  session: Session,
  operation: Operation,
  typed: ParameterValues,
): Promise<TryResult> {
  let route = routes.find(({ id }) => id === operation.id)!;
  let given = givenIn(operation.parameters, typed);
  let answer = await tryRoute(context, { token: session.token, actingAs: actedAs(session) }, route, given);
  let { text, isCut } = await beginningOf(answer);
  return {
    address: requestPath(operation, typed),
    status: answer.status,
    headers: [...answer.headers],
    body: isCut ? text : pretty(text, answer.headers.get('content-type') ?? ''),
    isCut,
  };
}

async function beginningOf({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  if (!body) return { text: '', isCut: false };
  let decoder = new TextDecoder();
  let text = '';
  for await (let chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop cancels the stream.
    if (text.length > shownMax) return { text: text.slice(0, shownMax), isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}

function pretty(text: string, type: string): string {
  return type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

/** A `curl` command with the typed values and the token in an environment variable. */
export function curlCommand(operation: Operation, typed: ParameterValues): string {
  let { method, body, sends } = operation;
  let parts = [tryApi(apiOrigin, requestPath(operation, typed))];
  if (method !== 'GET') parts.push(`-X ${method}`);
  if (body !== undefined) parts.push(`-H 'content-type: application/json'`, `-d ${quoted(onOneLine(body))}`);
  else if (sends.length > 0) parts.push(`-H 'content-type: ${sends[0]}'`, '--data-binary @file');
  return parts.join(' \\\n  ');
}

function onOneLine(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
