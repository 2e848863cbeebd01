/**
 * Prometheus metrics whose values are kept elsewhere and read when they are requested: counting a
 * download costs one addition. A value that cannot be read is left out, as nobody can tell it from a
 * wrong one, and the others are served.
 */
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';

interface About {
  name: string;
  help: string;
}

/** What every process says of its parts. */
export const readyMetric = {
  name: 'landfall_ready',
  help: '1, or 0 while a part of the installation does not work.',
  label: 'part',
};

/** A counter with one value. */
export function registerCounter(registry: Registry, about: About, read: () => number | Promise<number>): void {
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

/** Undefined where it cannot be read. */
async function readOrNone(read: () => number | Promise<number>): Promise<number | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

/** A counter with one value for each value of a label. */
export function registerLabelledCounter(
  registry: Registry,
  { label, ...about }: About & { label: string },
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

/** A gauge with one value for each value of a label. */
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

/** Bounds of histograms of answers, in seconds. */
export const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A value that goes up and down. */
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

/** Processor, memory, event loop and garbage collection of this process. */
export function registerProcessMetrics(registry: Registry, role: 'edge' | 'store'): void {
  collectDefaultMetrics({ register: registry, prefix: `landfall_${role}_` });
}
