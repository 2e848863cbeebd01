/**
 * `npx tsx tools/tests/test-alerts.ts`: harms the built product in one way after the other and
 * waits until the alert of packaging/prometheus-alerts.yml fires in a real Prometheus, with all
 * durations divided by forty. No alert may fire before. Beside it run two processes for jobs. Needs
 * prometheus, openssl, PostgreSQL, Linux and root, for a small disk and the port of https.
 * Arguments choose alerts; only without them it waits for what must not fire.
 */
// Builds the product first.
import '../built.mjs';
import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { cases } from './alerts/harms';
import { timesFaster, type Firing } from './alerts/prometheus';
import { fires, metricsPort, until, withWorld, type Mend, type World } from './alerts/world';

/** Longer than any alert waits, but for those of counters that have to rise. */
const quietSeconds = 3_600 / timesFaster + 15;

/**
 * Four planned restarts of both processes. What no longer answers for seconds of the test would be away for minutes:
 * those alerts are left out.
 */
async function restartsAreQuiet({ product, prometheus }: World): Promise<boolean> {
  let started = () =>
    prometheus.scraped(`landfall_store_process_start_time_seconds{instance="127.0.0.1:${metricsPort}"}`);
  let found: Firing[] = [];
  for (let i = 0; i < 4; i++) {
    let before = await started();
    product.process.kill('SIGUSR2');
    await until(async () => ![undefined, before].includes(await started()));
    for (let one of await prometheus.firing()) found.push(one);
  }
  let wrong = found.filter(({ labels }) => !['LandfallDown', 'LandfallPartAway'].includes(labels.alertname ?? ''));
  let names = [...new Set(wrong.map(({ labels }) => labels.alertname))].join(', ');
  process.stdout.write(
    wrong.length === 0 ? 'ok      four planned restarts page no one\n' : `FAILED  ${names} after planned restarts\n`,
  );
  await until(async () => (await prometheus.firing()).length === 0);
  return wrong.length === 0;
}

/** Whether no alert fires while all is well. */
async function staysQuiet(world: World): Promise<boolean> {
  let wasQuiet = true;
  for (let second = 0; second < quietSeconds; second++, await pause(1_000))
    for (let { labels } of await world.prometheus.firing()) {
      if (wasQuiet)
        process.stdout.write(`FAILED  ${labels.alertname} fires while all is well: ${JSON.stringify(labels)}\n`);
      wasQuiet = false;
    }
  if (wasQuiet) process.stdout.write('ok      no alert fires while all is well\n');
  return wasQuiet;
}

/** Whether everything is as it should be. */
async function tryAll(world: World, chosen: readonly string[]): Promise<boolean> {
  await until(() => world.prometheus.isReady());
  // Before it has read all counters, it may have those of the process alone that has no jobs.
  await until(
    async () =>
      (await world.prometheus.scraped('max(landfall_ready{part="jobs"})')) === '1' &&
      (await world.prometheus.firing()).length === 0,
  );
  let isWell = chosen.length > 0 || ((await staysQuiet(world)) && (await restartsAreQuiet(world)));
  for (let { alert, label, harm, firesOn } of cases) {
    if (chosen.length > 0 && !chosen.includes(alert)) continue;
    let mend: Mend | undefined;
    let begun = performance.now();
    let fired = await until(async () => {
      mend ??= await harm(world);
      return fires(world, alert, label);
    });
    let seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    process.stdout.write(`${fired ? 'ok     ' : 'FAILED '} ${alert} ${label ?? ''} after ${seconds} s\n`);
    await mend?.();
    let ended = firesOn || (await until(async () => !(await fires(world, alert, label))));
    if (!ended) process.stdout.write(`FAILED  ${alert} fires on\n`);
    isWell &&= fired && ended;
  }
  return isWell;
}

async function main(): Promise<number> {
  // Shares, hours and planned restarts, as Prometheus itself computes them.
  let rules = spawnSync('promtool', ['test', 'rules', 'tools/tests/alerts/rules.yml'], { stdio: 'inherit' });
  if (rules.status !== 0) return 1;
  let chosen = process.argv.slice(2);
  let wrong = chosen.find((name) => !cases.some(({ alert }) => alert === name));
  if (wrong !== undefined) throw new Error(`Nothing makes ${wrong} fire`);
  return (await withWorld((world) => tryAll(world, chosen))) ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
