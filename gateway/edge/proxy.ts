/** Passes a read-only registry call through: streams the answer, follows redirects from registry to registry, leaves those to blob storage to the client. */
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { socketRules, type PrivateTargets } from './private-targets';
import type { Visit } from './visit';

export interface Upstream {
  /** The registry's answer; its body is unread. */
  answer: IncomingMessage;
  /** Headers to pass on. */
  headers: IncomingHttpHeaders;
}

export interface Proxy {
  /** Asks the registry at `address`. Rejects when it cannot be reached, is not allowed, or is silent for too long. `signal` ends the call. */
  ask(address: string, visit: Visit, signal: AbortSignal): Promise<Upstream>;
  close(): void;
}

/** Silence after which an upstream is given up, in milliseconds. */
const silenceMs = 60_000;
const redirectsMax = 10;
const socketsMax = 128;

const notPassedOn = new Set([
  'accept-encoding',
  'content-encoding',
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]);
/** RFC 9110, 7.6.1: about one connection, never about the message. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** `allowed`: hosts that may be on a private network. */
export function createProxy(allowed: PrivateTargets): Proxy {
  let agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: socketsMax }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: socketsMax }),
  };
  let open = { 'http:': http.request, 'https:': https.request };

  let askOnce = (url: URL, visit: Visit, headers: IncomingHttpHeaders, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      let scheme: 'http:' | 'https:' = url.protocol === 'https:' ? 'https:' : 'http:';
      let request = open[scheme](url, {
        method: visit.method,
        headers,
        signal,
        agent: agents[scheme],
        timeout: silenceMs,
        ...socketRules(url, allowed),
      });
      request.on('timeout', () => request.destroy(new Error(`${url.host} was silent for ${silenceMs} ms`)));
      request.on('error', reject);
      request.on('response', resolve);
      request.end();
    });

  return {
    async ask(address, visit, signal) {
      let url = new URL(address);
      let headers = requestHeaders(visit);
      for (let hops = 0; ; hops += 1) {
        let answer = await askOnce(url, visit, headers, signal);
        let next = redirectTarget(answer, url);
        if (!next || !next.pathname.startsWith('/v2/') || hops === redirectsMax)
          return { answer, headers: responseHeaders(answer, next) };
        answer.resume();
        if (next.origin !== url.origin) delete headers.authorization;
        url = next;
      }
    },
    close() {
      for (let agent of Object.values(agents)) agent.destroy();
    },
  };
}

function requestHeaders(visit: Visit): IncomingHttpHeaders {
  let headers = endToEnd(visit.headers);
  for (let name of notPassedOn) delete headers[name];
  if (visit.address && !visit.doNotTrack) headers['x-forwarded-for'] = visit.address;
  return headers;
}

function responseHeaders(answer: IncomingMessage, location: URL | null): IncomingHttpHeaders {
  let headers = endToEnd(answer.headers);
  delete headers['set-cookie'];
  return location ? { ...headers, location: location.href } : headers;
}

/** A copy without the headers that concern one connection, including those the `Connection` header names. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  let named = (headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.includes(name)));
}

/** Where a redirect leads, made absolute; null when the answer is none. */
function redirectTarget(answer: IncomingMessage, from: URL): URL | null {
  let { statusCode = 0, headers } = answer;
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return null;
  if (!URL.canParse(headers.location, from)) return null;
  let next = new URL(headers.location, from);
  return next.protocol === 'https:' || next.protocol === 'http:' ? next : null;
}
