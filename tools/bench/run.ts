/**
 * `npm run bench`: measures the built product on sample data, prints a table, writes
 * build/bench.json. `--only reports,pages` measures some parts; `--fifty` lets growth go on to
 * fifty million events.
 */
import { measureImporting, measureSeeding } from './filling';
import { measureIndexes } from './indexes';
import { report, writeReport } from './report';
import { measureGrowth, measureReports } from './reports';
import { inFolder, port, type Started, withEvents } from './sample';
import { measureEdge, measureMemory, measurePages, measureTrouble, measureWeights } from './under-load';

const million = 1_000_000;

/** Parts that each have an installation of their own. */
const alone: Record<string, () => Promise<void>> = {
  seeding: measureSeeding,
  importing: measureImporting,
  indexes: () =>
    inFolder((folder) =>
      measureIndexes(folder, port, (name, { perSecond, p99Ms, failed }) => {
        report(`${name}, from memory`, perSecond, 'per s', '>= 1,000');
        report(`${name}, from memory, p99`, p99Ms, 'ms', '<= 50');
        if (failed > 0) report(`${name}, from memory, failed`, failed, 'answers', '0');
      }),
    ),
  growth: () => measureGrowth([million / 10, million, 10 * million, ...(fifty ? [50 * million] : [])]),
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

const fifty = process.argv.includes('--fifty');
const names = [...Object.keys(alone), ...Object.keys(together)];
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',');
const chosen = process.argv.includes('--only') ? only! : names;
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${names.join(', ')}`);

for (let name of chosen.filter((one) => one !== 'growth')) await alone[name]?.();
let shared = Object.entries(together).filter(([name]) => chosen.includes(name));
// METRICS_PORT: the counters work as they do where somebody looks at them.
if (shared.length > 0)
  await withEvents(
    million,
    async (started) => {
      for (let [, measure] of shared) await measure(started);
    },
    { METRICS_PORT: String(port + 2) },
  );
if (chosen.includes('growth')) await alone.growth!();
writeReport('build/bench.json');
