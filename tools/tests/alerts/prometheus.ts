/**
 * A real Prometheus with the shipped configuration and alerts, whose times are divided by forty.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const timesFaster = 40;

export interface Firing {
  state: string;
  labels: Record<string, string>;
}

export interface Prometheus {
  isReady(): Promise<boolean>;
  /** The alerts that fire now, each with its labels. */
  firing(): Promise<Firing[]>;
  /** The value of a metric or a question now; undefined where the last scrapes had none. */
  scraped(question: string): Promise<string | undefined>;
  stop(): void;
}

/** The ports of the counters that are read. */
export interface Targets {
  product: number;
  /** Those of processes over ClickHouse, which may take seconds on a busy machine. */
  jobs: readonly number[];
}

/** Starts it on `port`, with its files in `folder`. */
export function startPrometheus(folder: string, port: number, { product, jobs }: Targets): Prometheus {
  writeFileSync(path.join(folder, 'alerts.yml'), fasterRules());
  let config = readFileSync('packaging/prometheus.yml', 'utf8')
    .replace('prometheus-alerts.yml', 'alerts.yml')
    .replace('127.0.0.1:9464', `127.0.0.1:${product}`)
    .replace('scrape_interval: 15s', 'scrape_interval: 2s\n  scrape_timeout: 2s\n  evaluation_interval: 1s');
  let slower = [
    '  - job_name: jobs',
    '    scrape_interval: 10s',
    '    scrape_timeout: 10s',
    `    static_configs: [{ targets: [${jobs.map((target) => `'127.0.0.1:${target}'`).join(', ')}] }]`,
    '    relabel_configs: [{ target_label: job, replacement: landfall }]',
  ];
  writeFileSync(path.join(folder, 'prometheus.yml'), `${config}${slower.join('\n')}\n`);
  let args = [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  let child = spawn('prometheus', [...args, '--log.level=error'], { stdio: ['ignore', 'ignore', 'inherit'] });

  /** Undefined while it does not answer. */
  async function ask<T>(question: string): Promise<T | undefined> {
    let answer = await fetch(`http://127.0.0.1:${port}/api/v1/${question}`).catch(() => undefined);
    return answer?.ok ? ((await answer.json()) as { data: T }).data : undefined;
  }

  async function firing(): Promise<Firing[]> {
    let alerts = (await ask<{ alerts: Firing[] }>('alerts'))?.alerts ?? [];
    return alerts.filter(({ state }) => state === 'firing');
  }

  return {
    async isReady() {
      if (child.exitCode !== null) throw new Error('Prometheus has ended; see its errors above');
      return (await ask('status/runtimeinfo')) !== undefined;
    },
    firing,
    async scraped(question) {
      let found = await ask<{ result: { value: [number, string] }[] }>(`query?query=${encodeURIComponent(question)}`);
      return found?.result[0]?.value[1];
    },
    stop: () => void child.kill('SIGTERM'),
  };
}

/** The shipped rules with shorter times; thresholds in days stay. */
function fasterRules(): string {
  let seconds = { s: 1, m: 60, h: 3_600 };
  let shorter = (number: string, unit: keyof typeof seconds) =>
    `${(Number(number) * seconds[unit] * 1_000) / timesFaster}ms`;
  return readFileSync('packaging/prometheus-alerts.yml', 'utf8')
    .replaceAll(/\bfor: (\d+)([smh])\b/g, (_, n: string, u: 'm') => `for: ${shorter(n, u)}`)
    .replaceAll(/\[(\d+)([smh])\]/g, (_, n: string, u: 'm') => `[${shorter(n, u)}]`)
    .replaceAll(/(_seconds > )(\d+)/g, (_, before: string, n: string) => before + Number(n) / timesFaster);
}
