/** Whether history is long enough for a comparison. */
import * as limits from 'contract/floor/limits';
import { dayMs, dayOf } from 'contract/floor/time';
import type { AggregateQuery, EventReader } from '../../events/shape/store';
import type { TimeRange } from './time-range';

/**
 * The day of the first event, if history begins within a range and after its first day. Of all
 * events, whatever a filter matches; a year before the range is looked at.
 */
export async function historyBeginsIn(
  events: EventReader,
  artifacts: Pick<AggregateQuery, 'artifactType' | 'artifactIds'>,
  { from, until }: TimeRange,
): Promise<string | undefined> {
  if (artifacts.artifactIds.length === 0) return undefined;
  let ask = (range: TimeRange, rollup: 'daily' | 'total') =>
    events.aggregate({
      ...artifacts,
      ...range,
      rollup,
      breakdowns: ['by-total'],
      groupByArtifact: false,
      includeLowConfidence: true,
      uniques: 'none',
    });
  let [first] = (await ask({ from, until }, 'daily')).map(({ date = '' }) => date).sort();
  if (first === undefined || first === dayOf(from)) return undefined;
  let earlier = await ask({ from: from - limits.yearDays * dayMs, until: from }, 'total');
  return earlier.length > 0 ? undefined : first;
}
