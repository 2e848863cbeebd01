/** Answers `/metrics` in the text format of Prometheus. */
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';

export function metricsListener(read: () => Promise<string>, log: Logger): RequestListener {
  return (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    read().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the counters could not be read');
        response.writeHead(500).end();
      },
    );
  };
}
