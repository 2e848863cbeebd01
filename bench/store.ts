/** The event store alone: the questions of a 90-day analytics page, asked of an open store. */
import type { Breakdown } from 'contract/aggregations';
import type { Event } from 'gateway/events/event';
import type { AggregateQuery, EventStore } from 'gateway/events/store';
import { median } from './figures';

const dayMs = 86_400_000;
const days = 90;

const pageBreakdowns: Breakdown[] = ['by-platform', 'by-client', 'by-company', 'by-country', 'by-version'];

/** What the page asks: totals, totals of the period before, a daily series and five tables, over the packages. */
function pageQueries(artifactIds: string[], now: number): AggregateQuery[] {
  let until = Math.floor(now / dayMs) * dayMs + dayMs;
  let base: AggregateQuery = {
    artifactType: 'package',
    artifactIds,
    from: until - days * dayMs,
    until,
    rollup: 'total',
    breakdowns: ['by-total'],
    groupByArtifact: false,
    includeLowConfidence: true,
  };
  return [
    base,
    { ...base, from: base.from - days * dayMs, until: base.from },
    { ...base, rollup: 'daily' },
    ...pageBreakdowns.map((breakdown) => ({ ...base, breakdowns: [breakdown], limit: 10 })),
  ];
}

export interface PageTimes {
  /** Milliseconds: the first time anybody asks; p50 when nothing has changed; p50 when one event came in between. */
  firstMs: number;
  unchangedMs: number;
  changedMs: number;
}

/** Asks a page's questions at once, again and again. `sample` is an event of one of the packages, written again under new ids. */
export async function timePage(
  store: EventStore,
  artifactIds: string[],
  sample: (time: number) => Event,
  rounds = 9,
): Promise<PageTimes> {
  let load = async (): Promise<number> => {
    let started = performance.now();
    await Promise.all(pageQueries(artifactIds, Date.now()).map((query) => store.aggregate(query)));
    return performance.now() - started;
  };
  let firstMs = await load();
  let unchanged: number[] = [];
  let changed: number[] = [];
  for (let round = 0; round < rounds; round++) {
    unchanged.push(await load());
    await store.append([sample(Date.now())]);
    changed.push(await load());
  }
  return { firstMs, unchangedMs: median(unchanged), changedMs: median(changed) };
}
