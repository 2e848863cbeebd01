/**
 * OpenTelemetry, enabled by its standard settings. The exporters read theirs
 * (OTEL_EXPORTER_OTLP_ENDPOINT, _HEADERS, _TIMEOUT and so on, also for traces only) from the
 * environment themselves, and so do service name and resource.
 */
import type { Sampler } from '@opentelemetry/sdk-trace';
import { turnTracingOn } from 'net/tracing';
import type { Settings } from './settings';
import { productVersion } from './version';

type TracingSettings = Pick<
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

function isWanted(settings: TracingSettings): boolean {
  let { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = settings;
  if (OTEL_SDK_DISABLED || OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/**
 * Exports the spans of this process if the settings ask for it. The returned function sends the
 * remaining ones, for two seconds at most.
 */
export async function startTracing(settings: TracingSettings, role: string): Promise<() => Promise<void>> {
  if (!isWanted(settings)) return async () => {};
  let [api, sdk, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  let { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL } = settings;
  let protocol = OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? OTEL_EXPORTER_OTLP_PROTOCOL;
  let { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  let own = resources.resourceFromAttributes({
    'service.name': 'landfall',
    'service.version': productVersion().version ?? '',
    'landfall.role': role,
  });
  let given = resources.detectResources({ detectors: [resources.envDetector] });
  let provider = new sdk.TracerProvider({
    resource: own.merge(given),
    sampler: samplerOf(settings, sdk),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  turnTracingOn();
  return async () => {
    let late = new Promise<void>((resolve) => setTimeout(resolve, lastSpansMs).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

const lastSpansMs = 2_000;

/** https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables */
function samplerOf(
  { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: TracingSettings,
  sdk: typeof import('@opentelemetry/sdk-trace'),
): Sampler {
  let isByParent = OTEL_TRACES_SAMPLER.startsWith('parentbased_');
  let kind = OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  let root: Sampler =
    kind === 'always_on'
      ? new sdk.AlwaysOnSampler()
      : kind === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG);
  return isByParent ? new sdk.ParentBasedSampler({ root }) : root;
}
