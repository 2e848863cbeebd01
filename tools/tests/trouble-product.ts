/**
 * What `npx tsx tools/tests/test-trouble.ts` asks a running product for: downloads, pages, probes.
 */
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuiltProduct } from '../bench/product';

/** The longest time for an answer during any failure. */
const answerLimitMs = 20_000;

export interface Said {
  status: number | string;
  text: string;
  ms: number;
}

/** Sends a request to one of the ports; the status is a word if no answer came. */
export function ask(port: number, path: string, headers: Record<string, string> = {}): Promise<Said> {
  let started = performance.now();
  return new Promise((resolve) => {
    let done = (status: number | string, text = '') => resolve({ status, text, ms: performance.now() - started });
    let options = { host: '127.0.0.1', port, path, headers, agent: false, timeout: answerLimitMs } as const;
    let asked = http.get(options, (answer) => {
      let parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => done(answer.statusCode ?? 0, Buffer.concat(parts).toString()));
      answer.on('error', () => done('cut'));
    });
    asked.on('timeout', () => asked.destroy(Object.assign(new Error(), { code: 'no answer' })));
    asked.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
  });
}

export const dashboardPort = ({ dashboard }: BuiltProduct) => Number(new URL(dashboard).port);

const redirect = 307;

/** Downloads a version several times in sequence; returns how many answers were as expected. */
export async function downloads({ gatewayPort }: BuiltProduct, version: string, times: number): Promise<number> {
  let answered = 0;
  for (let i = 0; i < times; i++) {
    let { status } = await ask(gatewayPort, `/engine/${version}/engine-linux.zip`, { host: 'ada.gateway.localhost' });
    if (status === redirect) answered++;
  }
  return answered;
}

/**
 * The wrong answers of a product that is not ready; `says` is the reason that its log must give, and
 * nothing else: strangers can ask.
 */
export async function faultsWhileNotReady(
  product: BuiltProduct,
  says: RegExp,
): Promise<{ said: string; faults: string[] }> {
  let port = dashboardPort(product);
  let ready = await ask(port, '/readyz');
  let said = reasonOf(product, says) ?? '';
  let page = await ask(port, '/login');
  let call = await ask(product.gatewayPort, '/internal/login', { host: 'localhost' });
  let faults: string[] = [];
  let expect = (isRight: boolean, fault: string) => isRight || faults.push(fault);
  expect(ready.status === 503, `/readyz ${ready.status}`);
  expect(said !== '', `the log does not say ${says}`);
  expect((await ask(port, '/healthz')).status === 200, '/healthz is not ok');
  expect(page.status === 503, `the page ${page.status}`);
  expect(call.status === 503, `the API ${call.status}`);
  for (let { text } of [ready, page, call]) expect(!says.test(text), `strangers read: ${text.slice(0, 200)}`);
  return { said, faults };
}

/** The line of the log that says what is wrong. */
function reasonOf({ logged }: BuiltProduct, says: RegExp): string | undefined {
  let lines = logged().split('\n').filter(Boolean);
  let told = lines.map((line) => JSON.parse(line) as { problem?: string; err?: { message: string } });
  return told.map(({ problem, err }) => problem ?? err?.message ?? '').find((reason) => says.test(reason));
}

/** The seconds until the product is ready and answers a page; undefined after `limitMs`. */
export async function untilReady(product: BuiltProduct, limitMs: number): Promise<number | undefined> {
  let port = dashboardPort(product);
  let started = performance.now();
  while (performance.now() - started < limitMs) {
    let isReady = (await ask(port, '/readyz')).status === 200;
    if (isReady && (await ask(port, '/login')).status === 200) return (performance.now() - started) / 1_000;
    await pause(100);
  }
  return undefined;
}

/** Waits until `/readyz` is 503 and the log has the reason; returns the slowest page until then. */
export async function untilNoticed(
  product: BuiltProduct,
  says: RegExp,
  limitMs: number,
): Promise<{ noticed: boolean; longestMs: number }> {
  let port = dashboardPort(product);
  let started = performance.now();
  let longestMs = 0;
  while (performance.now() - started < limitMs) {
    longestMs = Math.max(longestMs, (await ask(port, '/login')).ms);
    let { status } = await ask(port, '/readyz');
    if (status === 503 && reasonOf(product, says)) return { noticed: true, longestMs };
    await pause(200);
  }
  return { noticed: false, longestMs };
}
