/**
 * Sends spans. The exporters read their settings (OTEL_EXPORTER_OTLP_ENDPOINT, _HEADERS, _TIMEOUT and
 * so on, also for traces only) from the environment themselves, and so do service name and resource.
 */
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import * as json from '@opentelemetry/exporter-trace-otlp-http';
import * as protobuf from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { turnTracingOn } from 'net/tracing';
import type { Settings } from './settings';
import { productVersion } from './version';

export type TracingSettings = Pick<
  Settings,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_PROTOCOL'
  | 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
  | 'OTEL_SDK_DISABLED'
  | 'OTEL_TRACES_EXPORTER'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>;

/**
 * Exports the spans of this process. The returned function sends the remaining ones, for two
 * seconds at most.
 */
export function startExporting(settings: TracingSettings, role: string): () => Promise<void> {
  let { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL } = settings;
  let protocol = OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? OTEL_EXPORTER_OTLP_PROTOCOL;
  let { OTLPTraceExporter } = protocol === 'http/json' ? json : protobuf;
  let own = resourceFromAttributes({
    'service.name': 'landfall',
    'service.version': productVersion().version ?? '',
    'landfall.role': role,
  });
  let given = detectResources({ detectors: [envDetector] });
  let provider = new TracerProvider({
    resource: own.merge(given),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  turnTracingOn();
  return async () => {
    let late = new Promise<void>((resolve) => setTimeout(resolve, lastSpansMs).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

const lastSpansMs = 2_000;

/** https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables */
function samplerOf({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: TracingSettings): Sampler {
  let isByParent = OTEL_TRACES_SAMPLER.startsWith('parentbased_');
  let kind = OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  let root: Sampler =
    kind === 'always_on'
      ? new AlwaysOnSampler()
      : kind === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG);
  return isByParent ? new ParentBasedSampler({ root }) : root;
}
