/** Request id, span, duration and log line of each page. */
import type { RequestHandler } from 'express';
import { secondsBuckets } from 'net/metrics';
import { requestId, requestIdHeader } from 'net/request-id';
import { inSpan, noteInSpan } from 'net/tracing';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { Histogram, type Registry } from 'prom-client';

/** Handlers that run before a page; requests are logged at level debug. */
export function observePages(log: Logger, registry: Registry | undefined): RequestHandler[] {
  let handlers: RequestHandler[] = [withRequestId, inItsSpan];
  if (registry) handlers.push(timed(registry));
  if (log.isLevelEnabled('debug')) handlers.push(requestLog(log));
  return handlers;
}

/** Takes the id of a proxy, or makes one, for the log and the page's API calls. */
const withRequestId: RequestHandler = (request, response, next) => {
  let id = requestId(request.headers[requestIdHeader]);
  request.headers[requestIdHeader] = id;
  response.setHeader(requestIdHeader, id);
  next();
};

const inItsSpan: RequestHandler = (request, response, next) => {
  let { method, headers } = request;
  let attributes = { 'http.request.method': method };
  void inSpan({ name: `${method} page`, headers, attributes }, async () => {
    let ended = new Promise((resolve) => response.once('close', resolve));
    next();
    await ended;
    noteInSpan({ 'http.response.status_code': response.statusCode });
  });
};

/** Measures pages until their last byte is sent; `data` is what a page's script fetches. */
function timed(registry: Registry): RequestHandler {
  let times = new Histogram({
    name: 'landfall_page_seconds',
    help: 'Time from a request for a page to its end, by kind and status.',
    labelNames: ['kind', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  return (request, response, next) => {
    let begun = performance.now();
    let kind = request.path.endsWith('.data') ? 'data' : request.method === 'POST' ? 'form' : 'page';
    response.once('close', () =>
      times.observe({ kind, status: String(response.statusCode) }, (performance.now() - begun) / 1_000),
    );
    next();
  };
}

function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: (request) => String(request.headers[requestIdHeader]),
    quietReqLogger: true,
    useLevel: 'debug',
  });
}
