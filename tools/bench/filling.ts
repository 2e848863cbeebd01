/** How fast events come into the store: sample data, and files that are imported. */
import { importPart, prepareImport } from '../load/load-import';
import { seed } from './product';
import { report } from './report';
import { inFolder, withEvents } from './sample';

const seeded = 200_000;
const importedFrom = 150_000;
const aim = '>= 150,000';

export async function measureSeeding(): Promise<void> {
  let { took, events } = await inFolder((folder) => seed(folder, seeded));
  report('seeding', (events / took) * 1_000, 'per s', aim);
}

/** Events that were exported before, with new ids, in files of one request each. */
export async function measureImporting(): Promise<void> {
  await withEvents(importedFrom, async ({ product }) => {
    let prepared = await prepareImport(product.gatewayPort);
    let file = prepared.parts.slice(0, 10).join('');
    let begun = performance.now();
    let result = await importPart(prepared, file);
    if (typeof result === 'number' || result.stored === 0)
      throw new Error(`An import was answered with ${JSON.stringify(result)}`);
    report('importing', (result.stored / (performance.now() - begun)) * 1_000, 'per s', aim);
  });
}
