/**
 * Proxies a read-only registry call: streams the response, follows redirects between registries,
 * and forwards redirects to blob storage to the client.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { responseHeaders } from './forwarded-headers';
import { socketRules, type PrivateTargets } from 'net/private-targets';

export interface Upstream {
  /** The body is unread. */
  answer: IncomingMessage;
  /** Headers to forward. */
  headers: IncomingHttpHeaders;
  /** The address that responded, after redirects between registries. */
  address: string;
}

interface UpstreamRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

export interface Proxy {
  /**
   * Rejects if the registry cannot be reached, is not allowed, or times out. `signal` aborts the
   * call.
   */
  ask(address: string, question: UpstreamRequest, signal: AbortSignal): Promise<Upstream>;
  close(): void;
}

/** Milliseconds without data after which a call is aborted. */
const silenceMs = 60_000;
const redirectsMax = 10;

/**
 * `allowed`: hosts that may be on a private network. Any number of calls run at once, as all share
 * it: whoever asks for others bounds their calls.
 */
export function createProxy(allowed: PrivateTargets): Proxy {
  let agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };
  let open = { 'http:': http.request, 'https:': https.request };

  let askOnce = (url: URL, { method, headers }: UpstreamRequest, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      let scheme: 'http:' | 'https:' = url.protocol === 'https:' ? 'https:' : 'http:';
      let request = open[scheme](url, {
        method,
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
    async ask(address, { method, headers: { ...headers } }, signal) {
      let url = new URL(address);
      for (let hops = 0; ; hops += 1) {
        let answer = await askOnce(url, { method, headers }, signal);
        let next = redirectTarget(answer, url);
        if (!next || !next.pathname.startsWith('/v2/') || hops === redirectsMax) {
          let given = responseHeaders(answer.headers);
          if (next) given.location = next.href;
          let { link } = given;
          if (typeof link === 'string') given.link = linkHere(link, url, new URL(address));
          return { answer, headers: given, address: url.href };
        }
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

/**
 * Turns links to other pages of the result into paths: with the address of a registry, the client
 * would not come back here for the next page.
 */
function linkHere(links: string, answered: URL, asked: URL): string {
  return links.replace(/<([^<>]*)>/g, (link, text: string) => {
    let target = URL.canParse(text, answered) ? new URL(text, answered) : undefined;
    return target?.pathname === answered.pathname ? `<${asked.pathname}${target.search}>` : link;
  });
}

/** Null if the response is not a redirect. */
function redirectTarget(answer: IncomingMessage, from: URL): URL | null {
  let { statusCode = 0, headers } = answer;
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return null;
  if (!URL.canParse(headers.location, from)) return null;
  let next = new URL(headers.location, from);
  return next.protocol === 'https:' || next.protocol === 'http:' ? next : null;
}
