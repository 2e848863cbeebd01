/**
 * `npx tsx tools/load/load-test.ts`: measures downloads beside other work. Sends a thousand a
 * second to the built product with a million sample events, first alone, then beside reports,
 * exports, an import and sign-ins, and looks for each answered one in an export.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../bench/figures';
import { signIn } from '../bench/pages';
import { memoryMb } from '../bench/processes';
import { end, type BuiltProduct, seed, startProduct } from '../bench/product';
import { startTraffic, type Tally } from './kill/traffic';
import { prepareImport } from './load-import';
import { type WorkOutcome, workAtOnce } from './load-work';

const sampleEvents = 1_000_000;
const ratePerSecond = 1_000;
const phaseMs = 20_000;
const warmUpMs = 3_000;
const p99MaxMs = 50;
const p99TimesMax = 3;
const medianShareMax = 0.2;
const medianMsMax = 1;
const port = Number(process.env.PORT || 19_160);

interface Phase extends Tally {
  name: string;
  /** The peak of all processes together. */
  memory: number;
}

async function main(): Promise<number> {
  let folder = mkdtempSync(path.join(tmpdir(), 'load-test-'));
  try {
    say(`${sampleEvents.toLocaleString('en')} sample events are made`);
    await seed(folder, sampleEvents);
    let product = await startProduct(folder, port, { TRUST_PROXY: 'loopback' });
    try {
      return await measure(product);
    } finally {
      await end(product, 'SIGTERM');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(product: BuiltProduct): Promise<number> {
  await download(product, 'warm-up', warmUpMs);
  let idle = await download(product, 'downloads alone', phaseMs);
  let imported = await prepareImport(product.gatewayPort);
  let working = workAtOnce(product.dashboard, imported, performance.now() + phaseMs);
  let busy = await download(product, 'beside all the work', phaseMs);
  let outcomes = await working;
  show([idle, busy], outcomes);
  let wrong = [...wrongWith(idle, busy), ...(await missing(product))];
  for (let sentence of wrong) say(sentence);
  if (wrong.length === 0) say('\nDownloads did not notice.');
  return wrong.length === 0 ? 0 : 1;
}

/** Downloads answered once they were on disk; the export must have them. */
const committed: number[] = [];
let numbersUsed = 0;

/** Sends downloads at a steady rate for a time. */
async function download(product: BuiltProduct, name: string, ms: number): Promise<Phase> {
  let traffic = startTraffic(product.gatewayPort, ratePerSecond, numbersUsed);
  let memory = 0;
  for (let until = performance.now() + ms; performance.now() < until; await pause(200))
    memory = Math.max(memory, memoryMb(product).resident);
  await traffic.stop();
  let { tally } = traffic;
  numbersUsed += tally.asked;
  for (let number of tally.answered) if (!tally.late.has(number)) committed.push(number);
  return { ...tally, name, memory };
}

function wrongWith(idle: Phase, busy: Phase): string[] {
  let [before, after] = [quantile(idle.took, 0.5), quantile(busy.took, 0.5)];
  let p99Limit = Math.max(p99MaxMs, p99TimesMax * quantile(idle.took, 0.99));
  let moved = after - before;
  let failed = idle.failures.length + busy.failures.length;
  return [
    ...(failed > 0 ? [`${failed} downloads failed.`] : []),
    ...(quantile(busy.took, 0.99) > p99Limit ? [`p99 is over ${p99Limit.toFixed(1)} ms.`] : []),
    ...(moved > Math.max(medianMsMax, before * medianShareMax) ? [`The median is ${moved.toFixed(1)} ms higher.`] : []),
  ];
}

/**
 * Exports today's events of ada as a person does; lists answered downloads that are missing or
 * twice.
 */
async function missing(product: BuiltProduct): Promise<string[]> {
  let cookie = await signIn(product.dashboard, 'ada');
  let file = await fetch(`${product.dashboard}/analytics/ada/events.csv?range=last-7-days`, { headers: { cookie } });
  let text = await file.text();
  let times = new Map<number, number>();
  for (let line of text.split('\n')) {
    let number = Number(/\bk(\d+)\b/.exec(line)?.[1]);
    if (!Number.isNaN(number)) times.set(number, (times.get(number) ?? 0) + 1);
  }
  let lost = committed.filter((number) => !times.has(number)).length;
  let twice = [...times.values()].filter((count) => count > 1).length;
  say(
    `\n${committed.length.toLocaleString('en')} answered and committed, ${times.size.toLocaleString('en')} in the export`,
  );
  return lost + twice > 0 ? [`${lost} committed downloads are not in the export, ${twice} more than once.`] : [];
}

function show(phases: readonly Phase[], outcomes: readonly WorkOutcome[]): void {
  let ms = (value: number) => `${value.toFixed(1)} ms`.padStart(12);
  say(
    `${''.padEnd(22)}${['asked', 'failed', 'p50', 'p99', 'slowest', 'memory'].map((name) => name.padStart(12)).join('')}`,
  );
  for (let { name, asked, failures, took, memory } of phases) {
    let times = [0.5, 0.99, 1].map((share) => ms(quantile(took, share))).join('');
    say(
      `${name.padEnd(22)}${String(asked).padStart(12)}${String(failures.length).padStart(12)}${times}${`${memory.toFixed(0)} MB`.padStart(12)}`,
    );
  }
  say('');
  for (let { what, answers, took } of outcomes) {
    let counted = Object.entries(answers).map(([answer, count]) => `${count} × ${answer}`);
    say(
      `${what.padEnd(40)}${took
        .map((time) => `${time.toFixed(0)} ms`)
        .join(' to ')
        .padEnd(22)}${counted.join(', ')}`,
    );
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
