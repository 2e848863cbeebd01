/**
 * A client of the proxy of docs/install.md: it reaches every host by TLS on this machine, from an
 * address of its choice.
 */
import { request } from 'node:https';
import type { Question } from '../attack/target';
import { type Answer, answerOf } from './http-answer';

export interface Visitor {
  /** Requests a path of a host. */
  ask: (host: string, path: string, question?: Question) => Promise<Answer>;
  /** Posts a form as a page of that host does. */
  post: (host: string, path: string, form: Record<string, string>, headers?: Record<string, string>) => Promise<Answer>;
  /** Posts JSON. */
  call: (host: string, path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

/** A client at `address` behind the proxy on `port`; all of 127.0.0.0/8 is this machine. */
export function visitorFrom(address: string, port: number): Visitor {
  let ask: Visitor['ask'] = (host, path, { method = 'GET', headers = {}, body } = {}) => {
    let options = {
      host: '127.0.0.1',
      port,
      localAddress: address,
      servername: host,
      rejectUnauthorized: false,
      agent: false,
      path,
      method,
      headers: { host, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers },
    } as const;
    return answerOf(request, options, body);
  };
  return {
    ask,
    post: (host, path, form, headers = { origin: `https://${host}` }) =>
      ask(host, path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(form).toString(),
      }),
    call: (host, path, body, headers = {}) =>
      ask(host, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}
