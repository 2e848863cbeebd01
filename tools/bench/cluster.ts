/**
 * `npx tsx tools/bench/cluster.ts`: events on two ClickHouse servers that share them by owner.
 * Fills them through the product and multiplies the events within the servers; at each size of
 * `--millions 1,10` it measures pages that were never asked for and pages that were. The servers
 * are today's engine behind loopback (tools/tests/clickhouse), on the same machine as the product.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { clickhouseColumns } from 'gateway/events/clickhouse/columns';
import { openClickhouseStore } from 'gateway/events/clickhouse/open';
import { openShards, type Shards } from 'gateway/events/clickhouse/shards';
import { installEngine, removeEngine, startEngine } from '../tests/clickhouse/engine';
import { fillStore } from './product';
import { report, writeReport } from './report';
import { measureGrowth } from './reports';
import { inFolder, withProduct } from './sample';

const million = 1_000_000;
const servers = 2;
const settling = 'SETTINGS max_threads = 2, max_insert_threads = 1';

/** Numbers between two copies, for the events that come in meanwhile. */
const gap = 10_000;

/** What a copy of an event has of its own: it is another event, of another visitor. */
const renewed: Record<string, (copy: number, events: number) => string> = {
  seq: (copy, events) => `seq + ${copy * (events + gap)}`,
  id: () => 'generateUUIDv4()',
  origin_id: (copy) => `if(origin_id = 0, 0, cityHash64(origin_id, ${copy}))`,
  endpoint_id: (copy) => `if(endpoint_id = 0, 0, cityHash64(endpoint_id, ${copy}))`,
  marks: () => `''`,
};

/** Adds copies of the first `events` events on each server until there are `wanted`. */
async function multiply({ all, head }: Shards, events: number, { from, to }: { from: number; to: number }) {
  for (let copy = from; copy < to; copy++) {
    let values = clickhouseColumns.map(({ name }) => renewed[name]?.(copy, events) ?? name);
    for (let server of all)
      await server.run(`INSERT INTO events SELECT ${values.join(', ')} FROM events WHERE seq < ${events} ${settling}`);
  }
  await head.insert('progress', [{ node: '', epoch: '', next: (to - 1) * (events + gap) + events }]);
}

/** Events, and bytes for each, as the servers have them. */
async function stored({ askAll }: Shards): Promise<{ events: number; bytesPerEvent: number }> {
  let parts = await askAll(
    `SELECT sum(rows) AS size, sum(bytes_on_disk) AS bytes FROM system.parts ` +
      `WHERE database = currentDatabase() AND table = 'events' AND active`,
  );
  let total = (name: string) => parts.reduce((sum, row) => sum + Number(row[name]), 0);
  return { events: total('size'), bytesPerEvent: total('bytes') / total('size') };
}

async function measure(folder: string, sizes: readonly number[], urls: readonly string[]): Promise<void> {
  let [url = '', ...cluster] = urls;
  let first = sizes[0]!;
  let data = path.join(folder, 'data');
  mkdirSync(data);
  let sample = await fillStore(data, first, () => openClickhouseStore({ folder: data, url, cluster }));
  report('filling the cluster through the product', (sample.events / sample.took) * 1_000, 'per s');
  let shards = await openShards({ url, cluster }, false);
  let copies = 1;
  try {
    await measureGrowth(sizes, async (wanted, work) => {
      let to = Math.round(wanted / first);
      let begun = performance.now();
      await multiply(shards, sample.events, { from: copies, to });
      let added = (to - copies) * sample.events;
      if (added > 0) report('copies made by the servers', (added / (performance.now() - begun)) * 1_000, 'per s');
      copies = to;
      let { events, bytesPerEvent } = await stored(shards);
      if (events < sample.events * to) throw new Error(`The servers have ${events} events only`);
      let env = { EVENTS_URL: [url, ...cluster].join(',') };
      let filled = { folder: data, sample: { ...sample, events: sample.events * to }, bytesPerEvent, env };
      await withProduct(filled, (started) => work(started).catch(tellEnd));
    });
  } finally {
    await shards.close();
  }
}

/** Where pages take longer than their limit, the sizes before have been measured. */
function tellEnd(error: unknown): void {
  process.stdout.write(`ended here: ${error instanceof Error ? error.message : String(error)}\n`);
}

async function main(): Promise<void> {
  let at = process.argv.indexOf('--millions');
  let sizes = (at > 0 ? process.argv[at + 1]! : '1,10').split(',').map((text) => Number(text) * million);
  if (sizes.some((size) => !(size >= sizes[0]! && size % sizes[0]! === 0)))
    throw new Error('--millions takes numbers of which each is a multiple of the first: --millions 1,10,100');
  installEngine();
  try {
    await inFolder(async (folder) => {
      let engines = [];
      try {
        for (let i = 0; i < servers; i++) engines.push(await startEngine(path.join(folder, `server-${i}`)));
        await measure(
          folder,
          sizes,
          engines.map(({ url }) => `${url}bench`),
        );
      } finally {
        for (let { server } of engines) server.kill();
      }
    });
  } finally {
    removeEngine();
  }
  writeReport('build/bench-cluster.json');
}

await main();
