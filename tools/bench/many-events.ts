/**
 * Sample events by the tens of millions. The product writes the first ones; the engine copies them
 * by the column, which is many times faster, and the product summarizes all of them.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { duckdbColumns } from 'gateway/events/duckdb/columns';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { openEventStore } from 'gateway/events/duckdb/open';
import { sampleDays } from 'gateway/demo/events';
import { seed } from './product';
import { inFolder, withProduct, type Started } from './sample';
import { report } from './report';

const million = 1_000_000;

/** Each visitor of the first events comes again in this many copies; later ones have new visitors. */
const copiesOfVisitor = 4;

/** Values of a copied event that differ from the first one's, as SQL. */
function ownValue(column: string, next: number): string | undefined {
  if (column === 'seq') return `${next} + (copy - 1) * size + place`;
  if (column === 'id') return 'uuidv7()';
  if (column !== 'origin_id' && column !== 'endpoint_id') return undefined;
  let group = `copy // ${copiesOfVisitor}`;
  return `CASE WHEN ${column} = 0 OR ${group} = 0 THEN ${column} ELSE hash(${column}, ${group}) END`;
}

/** Copies the events of a folder until there are `times` as many, in order of their days. */
async function multiply(folder: string, times: number): Promise<void> {
  let instance = await DuckDBInstance.create(path.join(folder, eventsFile), {
    threads: '2',
    memory_limit: '2GB',
    preserve_insertion_order: 'false',
    checkpoint_threshold: '64GB',
  });
  let connection = await instance.connect();
  // An insert of a million rows is written in whole blocks; inserts are in order of time.
  let span = `datediff('day', min(time) OVER (), time) * ${times} // ${sampleDays}`;
  let place =
    'row_number() OVER (PARTITION BY span ORDER BY seq) - 1 AS place, count(*) OVER (PARTITION BY span) AS size';
  await connection.run(`CREATE TEMP TABLE firsts AS SELECT *, ${place} FROM (SELECT *, ${span} AS span FROM events)`);
  let sizes = await connection.run(
    'SELECT span, count(*), max(max(seq)) OVER () + 1 FROM firsts GROUP BY span ORDER BY span',
  );
  let spans = (await sizes.getRows()).map((row) => row.map(Number));
  let next = spans[0]![2]!;
  for (let [number, size] of spans as [number, number][]) {
    let values = duckdbColumns.map(({ name }) => `${ownValue(name, next) ?? name} AS ${name}`).join(', ');
    await connection.run(
      `INSERT INTO events BY NAME SELECT ${values} FROM range(1, ${times}) AS copies(copy), firsts WHERE span = ${number}`,
    );
    next += size * (times - 1);
  }
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
}

/** Runs work beside the product with so many events; more than a million are copies. */
export async function withManyEvents(count: number, work: (started: Started) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    let sample = await seed(folder, Math.min(count, million));
    if (count > sample.events) {
      let begun = performance.now();
      await multiply(folder, count / sample.events);
      report(`copying to ${count / million} M`, (performance.now() - begun) / 1_000, 's');
      begun = performance.now();
      let store = await openEventStore({ folder });
      await store.load([]);
      await store.close();
      report(`summarizing ${count / million} M`, (performance.now() - begun) / 1_000, 's');
      sample = { ...sample, events: count };
    }
    let bytesPerEvent = statSync(path.join(folder, eventsFile)).size / sample.events;
    await withProduct({ folder, sample, bytesPerEvent, env: {} }, work);
  });
}
