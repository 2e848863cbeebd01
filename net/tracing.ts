/** OpenTelemetry spans. Without OTEL_* settings, work runs untraced. */
import { context, propagation, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import type { IncomingHttpHeaders } from 'node:http';

let isOn = false;

/** Call this once the SDK has been registered. */
export function turnTracingOn(): void {
  isOn = true;
}

export function isTracing(): boolean {
  return isOn;
}

export interface SpanAbout {
  /** Low cardinality: no ids, no addresses. */
  name: string;
  attributes?: Attributes;
  /** Headers of an incoming request, which may name a trace; left out within a process. */
  headers?: IncomingHttpHeaders | Headers;
}

/** Runs work in a span that ends with it and records its error. */
export async function inSpan<T>(about: SpanAbout, work: () => T | Promise<T>): Promise<T> {
  if (!isOn) return work();
  let span = begin(about);
  try {
    return await context.with(trace.setSpan(parentOf(about), span), work);
  } catch (error) {
    // Error messages may repeat what was sent.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
    throw error;
  } finally {
    span.end();
  }
}

function begin(about: SpanAbout): Span {
  let { name, attributes, headers } = about;
  let kind = headers ? SpanKind.SERVER : SpanKind.INTERNAL;
  return trace.getTracer('landfall').startSpan(name, { kind, ...(attributes && { attributes }) }, parentOf(about));
}

function parentOf({ headers }: SpanAbout) {
  let active = context.active();
  // An API call of a page belongs to the page's span, with any headers.
  if (!headers || trace.getSpan(active)) return active;
  return propagation.extract(active, headers, {
    get: (carrier, name) => (carrier instanceof Headers ? (carrier.get(name) ?? undefined) : carrier[name]),
    keys: () => [],
  });
}

/** Adds to the current span, if there is one. */
export function noteInSpan(attributes: Attributes, name?: string): void {
  if (!isOn) return;
  let span = trace.getActiveSpan();
  span?.setAttributes(attributes);
  if (name !== undefined) span?.updateName(name);
}

/** Headers that pass the current trace to another process. */
export function spanHeaders(): Record<string, string> {
  let headers: Record<string, string> = {};
  if (isOn) propagation.inject(context.active(), headers);
  return headers;
}
