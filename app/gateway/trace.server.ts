/**
 * W3C trace context on calls to the gateway: sent to the product's own API hosts only (API_HOSTS),
 * one trace per request.
 */
import { randomBytes } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import { env } from '../config/env.server';
import { apiOrigin } from './gateway-origin.server';

interface Trace {
  id: string;
  flags: string;
  state: string | null;
}

const { host, hostname } = new URL(apiOrigin);
const isOurs = [host, hostname].some((name) => env.API_HOSTS.includes(name));

/** By load context, which is one for all loaders of a request. */
const traces = new WeakMap<AppLoadContext, Trace>();

/** Calls with this context belong to the trace of the request, or to a new one. */
export function followTrace(context: AppLoadContext, { headers }: Request): void {
  if (isOurs && !traces.has(context)) traces.set(context, incoming(headers) ?? started());
}

/** The headers of one call; none for a host that is not listed. */
export function traceHeaders(context: AppLoadContext): Record<string, string> {
  if (!isOurs) return {};
  let { id, flags, state } = traces.get(context) ?? started();
  let traceparent = `00-${id}-${randomBytes(8).toString('hex')}-${flags}`;
  return { traceparent, ...(state && { tracestate: state }) };
}

/**
 * https://www.w3.org/TR/trace-context: invalid values are ignored, with their state; a later
 * version may have more after its flags.
 */
function incoming(headers: Headers): Trace | null {
  let parts = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(
    headers.get('traceparent')?.trim() ?? '',
  );
  if (!parts) return null;
  let [, version, id = '', parent = '', flags = '', more] = parts;
  if (version === 'ff' || (version === '00' && more !== undefined) || /^0+$/.test(id) || /^0+$/.test(parent))
    return null;
  return { id, flags: isSampled(flags) ? '01' : '00', state: headers.get('tracestate') };
}

function isSampled(flags: string): boolean {
  return (Number.parseInt(flags, 16) & 1) === 1;
}

/** Sampled, because an operator who lists a host wants its traces. */
function started(): Trace {
  return { id: randomBytes(16).toString('hex'), flags: '01', state: null };
}
