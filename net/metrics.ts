/**
 * Prometheus metrics that are read when they are requested, so counting a download costs one
 * addition. A value that cannot be read is left out, not reported as 0.
 */
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';

/** Counters end in `_total`, by the rules of Prometheus. */
interface AboutCounter {
  name: `${string}_total`;
  help: string;
}

interface About {
  name: string;
  help: string;
}

export const readyMetric = {
  name: 'landfall_ready',
  help: '1, or 0 while a part of the installation does not work.',
  label: 'part',
};

export function registerCounter(registry: Registry, about: AboutCounter, read: () => number | Promise<number>): void {
  new Counter({
    ...about,
    registers: [registry],
    async collect() {
      let value = await readOrNone(read);
      this.remove();
      if (value !== undefined) this.inc(value);
    },
  });
}

async function readOrNone(read: () => number | Promise<number>): Promise<number | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

export function registerLabelledCounter(
  registry: Registry,
  { label, ...about }: AboutCounter & { label: string },
  read: () => Record<string, number>,
): void {
  new Counter({
    ...about,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (let [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
    },
  });
}

export function registerLabelledGauge(
  registry: Registry,
  { label, ...about }: About & { label: string },
  read: () => Record<string, number>,
): void {
  new Gauge({
    ...about,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (let [value, now] of Object.entries(read())) this.set({ [label]: value }, now);
    },
  });
}

/** Histogram buckets, in seconds. */
export const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function registerGauge(registry: Registry, about: About, read: () => number | Promise<number>): void {
  new Gauge({
    ...about,
    registers: [registry],
    async collect() {
      let value = await readOrNone(read);
      this.remove();
      if (value !== undefined) this.set(value);
    },
  });
}

/** Processor, memory, event loop and garbage collection; `exits` of earlier processes, which no one asked for. */
export function registerProcessMetrics(registry: Registry, role: 'edge' | 'store', exits = 0): void {
  collectDefaultMetrics({ register: registry, prefix: `landfall_${role}_` });
  let about = {
    name: `landfall_${role}_process_exits_total` as const,
    help: 'Times a process ended by itself and was restarted.',
  };
  registerCounter(registry, about, () => exits);
}
