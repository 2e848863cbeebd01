/** What a report includes and leaves out, and the last event. */
import type { Breakdown } from 'contract/analytics/aggregations';
import type { Audience } from 'contract/analytics/audience';
import { countingApi, Counting, type CountingQuery } from 'contract/analytics/counting';
import { lastEventApi } from 'contract/analytics/last-event';
import * as limits from 'contract/floor/limits';
import { time } from 'contract/floor/time';
import { dayIn } from 'contract/floor/time-zone';
import { wantsUntracked } from '../../events/query/filter';
import type { AggregateRow } from '../../events/shape/store';
import { eventRules, type EventRules } from '../../reports/funnel/event-rules';
import { ownerByName } from '../../floor/owners';
import { lastEventNow } from '../http/call';
import { serve } from '../http/handler';
import { queriedArtifacts, aggregateQueryOf } from '../../reports/analytics/aggregate-query';
import { allTime, rangeOf, type TimeRange, queryEnds } from '../../reports/analytics/time-range';

export const countingEndpoints = serve(countingApi, {
  async getCounting({ parts, owner, query }) {
    let range = rangeIn(query, parts.clock());
    let [artifacts, rules] = await Promise.all([
      queriedArtifacts(parts.records, owner.id, query),
      eventRules(parts, owner.id, query, query.include_low_confidence),
    ]);
    let some = artifacts.filter(({ names }) => names.size > 0);
    let count = async (
      breakdowns: [Breakdown, ...Breakdown[]],
      under: EventRules,
      repeats = false,
    ): Promise<CountedRow[]> => {
      let asked = { ...query, rollup: 'total' as const, breakdown_set: breakdowns, group_by_artifact: false };
      let rows = await Promise.all(
        (repeats ? some.filter(({ type }) => type === 'package') : some).map(async ({ type, names }) => {
          let question = aggregateQueryOf({ artifactType: type, names }, asked, range, under);
          let found = await parts.events.aggregate({ ...question, repeats, uniques: 'none' });
          return found.map((row) => ({ ...row, isDownload: type === 'package' }));
        }),
      );
      return rows.flat().filter((row) => isMeant(query, row));
    };
    let ofCompanies = query.only_companies || query.company !== undefined;
    let unfiltered = { ...rules, filters: [] };
    let [counted, all, untracked, repeats] = await Promise.all([
      count(ofCompanies ? ['by-company', 'by-audience'] : ['by-audience'], rules),
      rules.filters.length > 0 ? count(ofCompanies ? ['by-company'] : ['by-total'], unfiltered) : null,
      ofCompanies ? [] : count(['by-total-do-not-track'], unfiltered),
      count(ofCompanies ? ['by-company'] : ['by-total'], rules, true),
    ]);
    let areUntracked = wantsUntracked(rules.filters);
    return {
      audiences: byAudience(counted),
      untracked: areUntracked ? 0 : sum(untracked),
      // An erasure between both counts can make the first one smaller.
      filtered: all ? Math.max(0, sum(all) - (areUntracked ? 0 : sum(counted))) : 0,
      repeats: areUntracked ? 0 : sum(repeats),
      repeats_since: changeIn(range, query.time_zone, parts.events.countingChange()),
    };
  },
});

export const lastEventEndpoints = serve(lastEventApi, {
  async getLastEvent({ parts, query, once }) {
    let of = query.owner === undefined ? undefined : await ownerByName(parts.records, query.owner);
    let { asOf, last } = await lastEventNow(parts, of?.id, once);
    return { last_event: parts.eventMarks.of(last), as_of: time(asOf) };
  },
});

/** The day of a change, where it lies within a range. */
function changeIn({ from, until }: TimeRange, zone: string, change: number | undefined): string | null {
  return change !== undefined && change >= from && change < until ? dayIn(zone, change) : null;
}

function rangeIn(query: CountingQuery, now: number) {
  let ends = queryEnds(query);
  if (query.company !== undefined && (ends.start ?? ends.end ?? ends.until) === undefined) return allTime(now);
  let { aggregationDaysDefault: days, aggregationDaysMax: daysMax } = limits;
  return rangeOf(ends, now, { days, daysMax });
}

function isMeant({ only_companies, company }: CountingQuery, { values }: AggregateRow): boolean {
  let key = values.company_domain || values.company_name || '';
  return company === undefined ? !only_companies || key !== '' : key === company;
}

type CountedRow = AggregateRow & { isDownload: boolean };

function byAudience(rows: readonly CountedRow[]): Counting['audiences'] {
  let counts = new Map<string, Counting['audiences'][number]>();
  for (let { values, total, isDownload } of rows) {
    let audience = values.audience as Audience;
    let before = counts.get(audience) ?? { audience, total: 0, downloads: 0 };
    let downloads = before.downloads + (isDownload ? total : 0);
    counts.set(audience, { audience, total: before.total + total, downloads });
  }
  return [...counts.values()].sort((a, b) => b.total - a.total);
}

function sum(rows: readonly AggregateRow[]): number {
  return rows.reduce((all, { total }) => all + total, 0);
}
