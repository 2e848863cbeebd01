/**
 * Prometheus metrics whose values are kept elsewhere and read when they are requested: counting a
 * download costs one addition.
 */
import { Counter, Gauge, type Registry } from 'prom-client';

interface About {
  name: string;
  help: string;
}

/** A counter with one value. */
export function counterOf(registry: Registry, about: About, read: () => number | Promise<number>): void {
  new Counter({
    ...about,
    registers: [registry],
    async collect() {
      let value = await read();
      this.reset();
      this.inc(value);
    },
  });
}

/** A counter with one value for each value of a label. */
export function labelledCounterOf(
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

/** A value that goes up and down. */
export function gaugeOf(registry: Registry, about: About, read: () => number | Promise<number>): void {
  new Gauge({
    ...about,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}
