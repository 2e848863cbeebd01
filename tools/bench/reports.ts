/** How long the analytics page takes: never asked before, with a filter, and asked again. */
import { setTimeout as pause } from 'node:timers/promises';
import { filtersApi } from 'contract/analytics/filters';
import { dayMs, dayOf } from 'contract/floor/time';
import { median } from './figures';
import { loadMs, type LoadMs } from './pages';
import { report } from './report';
import { downloadOnce, owner, type Started } from './sample';

export const analytics = `/analytics/${owner}?range=last-90-days`;
const million = 1_000_000;
const coldRounds = 5;
const warmRounds = 15;
const keptMs = 100;

/** Three conditions on texts of different kinds. */
const conditions = {
  request_origin_country: { op: 'not-equals', values: ['IN'] },
  request_client: { op: 'does-not-contain', values: ['bot'] },
  request_version: { op: 'is-not-empty' },
};

/** Another range of 90 days for each number, so that nothing of it was asked before. */
function coldAddress(dashboard: string, number: number, filterId = ''): string {
  let last = Date.now() - number * dayMs;
  let query = new URLSearchParams({ range: 'custom', from: dayOf(last - 89 * dayMs), to: dayOf(last) });
  if (filterId) query.set('filter_id', filterId);
  return `${dashboard}/analytics/${owner}?${query}`;
}

async function coldMs({ product, cookie }: Started, first: number, filterId?: string): Promise<LoadMs> {
  let all: LoadMs[] = [];
  while (all.length < coldRounds)
    all.push(await loadMs(coldAddress(product.dashboard, first + all.length, filterId), cookie));
  return { first: median(all.map((one) => one.first)), last: median(all.map((one) => one.last)) };
}

async function saveFilter({ product, token, sample }: Started): Promise<string> {
  let answer = await fetch(
    `http://127.0.0.1:${product.gatewayPort}${filtersApi.createFilter.path.replace('{owner}', owner)}`,
    {
      method: filtersApi.createFilter.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Three conditions, ${sample.events} events`, ...conditions }),
    },
  );
  if (!answer.ok) throw new Error(`A filter responded with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

const aims: Record<number, { cold: string; filtered?: string; warm: string }> = {
  1: { cold: '<= 200', warm: '<= 100' },
  10: { cold: '<= 1,000', filtered: '<= 1,500', warm: '<= 200' },
  100: { cold: '<= 5,000', warm: '<= 1,000' },
};

/**
 * Changed: a download was recorded since the last question. Unchanged: none was. Gives the time of
 * a page that was never asked for.
 */
export async function measureReports(started: Started): Promise<number> {
  let { product, cookie, sample, bytesPerEvent } = started;
  let millions = sample.events / million;
  let size = `${millions} M`;
  let aim = aims[millions];
  report(`disk per event at ${size}`, bytesPerEvent, 'bytes', '<= 120');
  let after = await loadMs(coldAddress(product.dashboard, 0), cookie);
  report(`analytics at ${size}, first since the start`, after.last, 'ms');
  let cold = await coldMs(started, 1);
  report(`analytics at ${size}, cold, first byte`, cold.first, 'ms', '<= 60');
  report(`analytics at ${size}, cold`, cold.last, 'ms', aim?.cold);
  // Such a report reads every event, and there can be too many for its time limit.
  let filtered = await coldMs(started, 1, await saveFilter(started)).catch(() => null);
  if (filtered) report(`analytics at ${size}, cold with a filter`, filtered.last, 'ms', aim?.filtered);
  else report(`analytics at ${size}, cold with a filter, refused`, 1, 'answer');
  let address = `${product.dashboard}${analytics}`;
  await loadMs(address, cookie);
  let unchanged: number[] = [];
  let changed: number[] = [];
  for (let round = 0; round < warmRounds; round++) {
    // A page is compressed and kept after it was sent.
    await pause(keptMs);
    unchanged.push((await loadMs(address, cookie)).last);
    await downloadOnce(product);
    changed.push((await loadMs(address, cookie)).last);
  }
  report(`analytics at ${size}, nothing new`, median(unchanged), 'ms', aim?.warm);
  report(`analytics at ${size}, new downloads`, median(changed), 'ms', aim?.warm);
  return cold.last;
}

/**
 * The same at several sizes; 1.0 is as many times slower as there are more events. `withSize` runs
 * work beside the product with so many events.
 */
export async function measureGrowth(
  sizes: readonly number[],
  withSize: (events: number, work: (started: Started) => Promise<void>) => Promise<void>,
): Promise<void> {
  let before: { events: number; ms: number } | undefined;
  for (let events of sizes) {
    let ms = Number.NaN;
    await withSize(events, async (started) => void (ms = await measureReports(started)));
    if (before && !Number.isNaN(ms)) {
      let slope = Math.log(ms / before.ms) / Math.log(events / before.events);
      report(`growth of a cold page from ${before.events / million} M to ${events / million} M`, slope, 'slope');
    }
    before = { events, ms };
  }
}
