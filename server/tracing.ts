/**
 * OpenTelemetry, enabled by its standard settings. Nothing of it is loaded before.
 */
import type { TracingSettings } from './exporter';

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
  let { startExporting } = await import('./exporter');
  return startExporting(settings, role);
}
