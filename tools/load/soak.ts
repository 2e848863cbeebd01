/**
 * `npx tsx tools/load/soak.ts --minutes 30`: downloads, pixels and pages at a steady pace on the
 * built product, on this machine alone. Prints what was answered, and the memory of each process
 * with its slope after the first third. Ends with 1 where an answer failed, or memory grows in ten
 * minutes or more.
 */
// Builds the product first.
import '../built.mjs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs, dayOf } from 'contract/floor/time';
import { quantile } from '../bench/figures';
import type { Target } from '../bench/load';
import { ownMemoryMb } from '../bench/processes';
import { processesOf, type BuiltProduct } from '../bench/product';
import { downloadTarget, owner, pageTarget, type Started, withEvents } from '../bench/sample';
import { growthOf, isGrowth } from './soak-growth';

const sampleEvents = 100_000;
const lookEveryMs = 5_000;
const turnMs = 20;
const waitMaxMs = 30_000;
/** A server that is behind is not sent more. */
const openMax = 200;
/** What is shorter says nothing about memory. */
const judgedFromMinutes = 10;
const minutesMax = 24 * 60;

interface Kind {
  name: string;
  perSecond: number;
  /** What the next request asks. */
  target(number: number): Target;
}

interface Tally {
  took: number[];
  failures: Map<string, number>;
}

function kindsOf({ product, cookie, sample }: Started): Kind[] {
  let host = `static.localhost:${product.gatewayPort}`;
  let pixel = (i: number) => `/a.png?x-pxid=${sample.pixelIds[i % sample.pixelIds.length]}`;
  return [
    { name: 'downloads', perSecond: 300, target: () => downloadTarget(product) },
    {
      name: 'pixels',
      perSecond: 100,
      target: (i) => ({ port: product.gatewayPort, host, path: pixel(i), status: 200 }),
    },
    { name: 'pages', perSecond: 2, target: (i) => pageTarget(product, pages[i % pages.length]!(i), cookie) },
  ];
}

const day = (ago: number) => dayOf(Date.now() - ago * dayMs);

/** Warm ones, and a report of another range each time. */
const pages: ((i: number) => string)[] = [
  () => `/home/${owner}`,
  () => `/packages/${owner}/management`,
  () => `/analytics/${owner}?range=last-90-days`,
  (i) => `/analytics/${owner}?range=custom&from=${day(20 + (i % 60))}&to=${day(1 + (i % 19))}`,
  () => `/pixels/${owner}`,
];

/**
 * Sends the requests of a kind at its pace; the function stops that, and resolves when all are
 * answered.
 */
function start({ perSecond, target }: Kind, tally: Tally): () => Promise<void> {
  let agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let open = new Set<Promise<void>>();
  let begun = performance.now();
  let sent = 0;
  let timer = setInterval(() => {
    for (let due = ((performance.now() - begun) / 1_000) * perSecond; sent < due && open.size < openMax; sent++) {
      let one = ask(agent, target(sent), tally).finally(() => open.delete(one));
      open.add(one);
    }
  }, turnMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    agent.destroy();
  };
}

/** Never rejects. */
function ask(agent: Agent, target: Target, tally: Tally): Promise<void> {
  let { port, host, path, headers, status } = target;
  let begun = performance.now();
  return new Promise((resolve) => {
    let end = (failure?: string) => {
      if (failure === undefined) tally.took.push(performance.now() - begun);
      else tally.failures.set(failure, (tally.failures.get(failure) ?? 0) + 1);
      resolve();
    };
    let asked = request({ agent, host: '127.0.0.1', port, path, headers: { ...headers, host }, timeout: waitMaxMs });
    asked.once('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.once('error', (error: NodeJS.ErrnoException) => {
      // A server may close an idle connection in the moment in which it is used again.
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(ask(agent, target, tally));
      else end(error.message);
    });
    asked.once('response', (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode === status ? undefined : `status ${answer.statusCode}`));
      answer.once('error', (error) => end(error.message));
    });
    asked.end();
  });
}

/** Megabytes of each process, by role. */
function memoryOf({ process: child }: BuiltProduct): Map<string, number> {
  let all = [{ pid: child.pid!, role: 'supervisor' }, ...processesOf(child.pid!)];
  return new Map(all.map(({ pid, role }) => [`${role} (${pid})`, ownMemoryMb(pid)]));
}

/** Whether all is well. */
async function soak(started: Started, minutes: number): Promise<boolean> {
  let kinds = kindsOf(started).map((kind) => ({ kind, tally: { took: [], failures: new Map() } as Tally }));
  let stops = kinds.map(({ kind, tally }) => start(kind, tally));
  let memory: Map<string, number>[] = [];
  let until = performance.now() + minutes * 60_000;
  for (let saidAt = 0; performance.now() < until; await pause(lookEveryMs)) {
    memory.push(memoryOf(started.product));
    if (performance.now() - saidAt < 60_000) continue;
    saidAt = performance.now();
    say(
      `${new Date().toISOString()}  ${[...memory.at(-1)!].map(([name, mb]) => `${name} ${mb.toFixed(0)} MB`).join(', ')}`,
    );
  }
  await Promise.all(stops.map((stop) => stop()));
  let isWell = true;
  for (let { kind, tally } of kinds) isWell = showAnswers(kind, tally) && isWell;
  return (showMemory(memory) || minutes < judgedFromMinutes) && isWell;
}

function showAnswers({ name }: Kind, { took, failures }: Tally): boolean {
  let [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)].map((ms) => ms.toFixed(1));
  let failed = [...failures].map(([what, times]) => `${times} × ${what}`).join(', ') || 'none failed';
  say(`${name.padEnd(12)}${String(took.length).padStart(10)} answered, p50 ${p50} ms, p99 ${p99} ms, ${failed}`);
  return took.length > 0 && failures.size === 0;
}

function showMemory(samples: readonly Map<string, number>[]): boolean {
  let isWell = true;
  for (let name of new Set(samples.flatMap((sample) => [...sample.keys()]))) {
    let values = samples.flatMap((sample) => sample.get(name) ?? []);
    let growth = growthOf(values);
    let grows = isGrowth(growth) || values.length < samples.length;
    let perHour = (growth.megabytes / (growth.samples * lookEveryMs)) * 3_600_000;
    let said = values.length < samples.length ? 'was not there all the time' : grows ? 'GROWS' : 'does not grow';
    say(
      `${name.padEnd(22)}${growth.mean.toFixed(0).padStart(6)} MB, ${growth.megabytes.toFixed(1)} MB more since the first ` +
        `third (${perHour.toFixed(1)} MB an hour): ${said}`,
    );
    isWell &&= !grows;
  }
  return isWell;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<number> {
  let given = process.argv.indexOf('--minutes');
  let minutes = given < 0 ? 30 : Number(process.argv[given + 1]);
  if (!(minutes > 0 && minutes <= minutesMax)) throw new Error(`--minutes takes a number up to ${minutesMax}`);
  let isWell = false;
  await withEvents(sampleEvents, async (started) => void (isWell = await soak(started, minutes)));
  return isWell ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
