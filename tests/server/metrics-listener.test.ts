/** What is served of the counters while some of them cannot be read. */
import pino from 'pino';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { registerCounter, registerGauge } from 'net/metrics';
import { listen, portOf, stop } from '../../server/listener';
import { metricsListener } from '../../server/metrics-listener';

const away = () => Promise.reject(new Error('ClickHouse is away'));

it('serves the counters of all that can be read, and leaves the rest out', async () => {
  let registry = new Registry();
  registerGauge(registry, { name: 'there', help: 'x' }, () => 1);
  registerGauge(registry, { name: 'gauge_away', help: 'x' }, away);
  registerCounter(registry, { name: 'counter_away_total', help: 'x' }, away);
  let read = [() => registry.metrics(), away];
  let server = await listen(metricsListener(read, pino({ level: 'silent' })), { port: 0, host: '127.0.0.1' });
  let answer = await fetch(`http://127.0.0.1:${portOf(server)}/metrics`);
  let text = await answer.text();
  await stop(server);
  expect(answer.status).toBe(200);
  expect(text).toMatch(/^there 1$/m);
  expect(text).not.toMatch(/^(gauge|counter)_away/m);
});
