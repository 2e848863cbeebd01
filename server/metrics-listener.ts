/** Serves `/metrics` in Prometheus text format. */
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';

/** Prometheus times out after ten seconds by default. */
const limitMs = 5_000;

/** A source that fails or hangs is left out. */
export function metricsListener(all: readonly (() => Promise<string>)[], log: Logger): RequestListener {
  let isFailing = false;

  async function textOf(read: () => Promise<string>): Promise<string> {
    let timeUp = new AbortController();
    let late = pause(limitMs, undefined, { signal: timeUp.signal }).then(() => {
      throw new Error(`no response within ${limitMs / 1_000} s`);
    });
    try {
      return await Promise.race([read(), late]);
    } finally {
      late.catch(() => undefined);
      timeUp.abort();
    }
  }

  async function answer(): Promise<string> {
    let texts = await Promise.allSettled(all.map(textOf));
    let failure = texts.find((text) => text.status === 'rejected');
    if (failure && !isFailing) log.error({ err: failure.reason }, 'some counters could not be read');
    isFailing = failure !== undefined;
    return texts.flatMap((text) => (text.status === 'fulfilled' && text.value ? [text.value] : [])).join('\n');
  }

  return (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    void answer().then((text) =>
      response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
    );
  };
}
