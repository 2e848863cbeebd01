/**
 * Which calls of a page took how long: in the log where it was slow, and in development in its
 * head.
 */
import type { AppLoadContext } from '@remix-run/node';
import { env } from '../config/env.server';
import { logWarning } from './log.server';

const slowMs = 2_000;
const callsShown = 8;

/** Call it when the data of a page are there; `pattern` is that of its address. */
export function addServerTiming({ startedAt, calls = [] }: AppLoadContext, headers: Headers, pattern: string): void {
  if (startedAt === undefined) return;
  let slowest = [...calls].sort((a, b) => b.ms - a.ms);
  if (!env.production) headers.set('server-timing', slowest.map(({ id, ms }) => `${id};dur=${ms.toFixed(1)}`).join());
  let ms = performance.now() - startedAt;
  if (ms < slowMs) return;
  let shown = slowest.slice(0, callsShown).map((one) => `${one.id} ${one.ms.toFixed(0)} ms`);
  logWarning(`${pattern} took ${ms.toFixed(0)} ms until its data were there: ${shown.join(', ')}`);
}
