/**
 * `npm run bench`: measures the built product on sample data, prints a table, writes
 * build/bench.json. `--only reports,pages` measures some parts. `growth` goes to a hundred million
 * events, needs 10 GB of disk and half an hour, and runs only when it is named.
 */
import { importPart, prepareImport } from '../load/load-import';
import { measureIndexes } from './indexes';
import { withManyEvents } from './many-events';
import { report, writeReport } from './report';
import { measureGrowth, measureReports } from './reports';
import { seed } from './product';
import { inFolder, benchPort, type Started, withEvents } from './sample';
import { measureEdge, measureMemory, measurePages, measureTrouble, measureWeights } from './under-load';

const million = 1_000_000;
const seeded = 200_000;
const importedFrom = 150_000;
const fillingAim = '>= 150,000';

/** Parts that each have a separate installation. */
const alone: Record<string, () => Promise<void>> = {
  seeding: measureSeeding,
  importing: measureImporting,
  indexes: () =>
    inFolder((folder) =>
      measureIndexes(folder, benchPort, (name, { perSecond, p99Ms, failed }) => {
        report(`${name}, from memory`, perSecond, 'per s', '>= 1,000');
        report(`${name}, from memory, p99`, p99Ms, 'ms', '<= 50');
        if (failed > 0) report(`${name}, from memory, failed`, failed, 'answers', '0');
      }),
    ),
  growth: () => measureGrowth([million / 10, million, 10 * million, 100 * million], withManyEvents),
};

/** Parts that share one with a million events, in this order. */
const together: Record<string, (started: Started) => Promise<unknown>> = {
  reports: measureReports,
  pages: measurePages,
  weights: measureWeights,
  edge: measureEdge,
  trouble: measureTrouble,
  memory: (started) => measureMemory(started, 'after load'),
};

const names = [...Object.keys(alone), ...Object.keys(together)];
const unasked = names.filter((name) => name !== 'growth');
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',');
const chosen = process.argv.includes('--only') ? only! : unasked;
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${names.join(', ')}`);

for (let name of chosen.filter((one) => one !== 'growth')) await alone[name]?.();
let shared = Object.entries(together).filter(([name]) => chosen.includes(name));
// METRICS_PORT: the counters work as they do where they are scraped.
if (shared.length > 0)
  await withEvents(
    million,
    async (started) => {
      for (let [, measure] of shared) await measure(started);
    },
    { METRICS_PORT: String(benchPort + 2) },
  );
if (chosen.includes('growth')) await alone.growth!();
writeReport('build/bench.json');

async function measureSeeding(): Promise<void> {
  let { took, events } = await inFolder((folder) => seed(folder, seeded));
  report('seeding', (events / took) * 1_000, 'per s', fillingAim);
}

/** Events that were exported before, with new ids, in files of one request each. */
async function measureImporting(): Promise<void> {
  await withEvents(importedFrom, async ({ product }) => {
    let prepared = await prepareImport(product.gatewayPort);
    let file = prepared.parts.slice(0, 10).join('');
    let begun = performance.now();
    let result = await importPart(prepared, file);
    if (typeof result === 'number' || result.stored === 0)
      throw new Error(`An import was answered with ${JSON.stringify(result)}`);
    report('importing', (result.stored / (performance.now() - begun)) * 1_000, 'per s', fillingAim);
  });
}
