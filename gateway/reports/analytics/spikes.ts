/** Finds days with unusually many downloads, and the network that explains each. */
import type { Spikes } from 'contract/analytics/spikes';
import { dayMs } from 'contract/shared/time';
import { beginningOf } from 'contract/shared/time-zone';
import type { AggregateQuery, AggregateRow, EventReader } from '../../events/store';
import type { EventRules } from '../funnel/event-rules';
import { nextDay, type TimeRange } from './time-range';

const timesUsual = 3;
const aboveUsual = 100;
const shareExplained = 0.5;
const daysMax = 10;
/** Networks with more downloads in the range are the ones whose usual number matters. */
const networksMax = 1_000;

interface Question {
  packageIds: readonly string[];
  range: TimeRange;
  timeZone: string;
  now: number;
  rules: EventRules;
}

/** Without spikes one question, with spikes two more for each, of at most ten. */
export async function findSpikes(events: EventReader, question: Question): Promise<Spikes> {
  let perDay = await events.aggregate({ ...queryOf(question), rollup: 'daily', timeZone: question.timeZone });
  let sum = (of: (row: AggregateRow) => number) => perDay.reduce((all, row) => all + of(row), 0);
  let usual = medianOf(perDay, question);
  let isSpike = ({ total }: AggregateRow) => total > usual * timesUsual && total >= usual + aboveUsual;
  let spikes = perDay
    .filter(isSpike)
    .toSorted((a, b) => b.total - a.total)
    .slice(0, daysMax)
    .toSorted((a, b) => (a.date! < b.date! ? -1 : 1));
  let networks = spikes.length > 0 ? await networksOf(events, question, question.range, networksMax) : [];
  let days: Spikes['days'] = [];
  for (let { date: day = '', total: downloads } of spikes) {
    let [top] = await networksOf(events, question, dayRange(day, question), 1);
    let others = networks.find(({ name }) => name === top?.name);
    let usualOfIt = others && top ? (others.downloads - top.downloads) / Math.max(1, perDay.length - 1) : 0;
    let isExplained = top && top.name !== '' && top.downloads - usualOfIt >= shareExplained * (downloads - usual);
    days.push({ day, downloads, network: isExplained ? top! : null });
  }
  return {
    downloads: sum(({ total }) => total),
    visitor_days: sum(({ uniques }) => uniques.reduce((all, { origins }) => all + origins, 0)),
    usual_downloads: Math.round(usual),
    days,
  };
}

type AskedQuery = Omit<AggregateQuery, 'rollup'>;

function queryOf({ packageIds, range, rules }: Question): AskedQuery {
  return {
    artifactType: 'package',
    artifactIds: [...packageIds],
    ...range,
    breakdowns: ['by-total'],
    groupByArtifact: false,
    includeLowConfidence: true,
    uniques: 'origins',
    ...rules,
  };
}

async function networksOf(events: EventReader, question: Question, range: TimeRange, limit: number) {
  let rows = await events.aggregate({
    ...queryOf({ ...question, range }),
    rollup: 'total',
    breakdowns: ['by-network'],
    limit,
  });
  return rows.map(({ values, total, uniques }) => ({
    name: values.network ?? '',
    downloads: total,
    users: uniques.reduce((all, { origins }) => all + origins, 0),
  }));
}

function dayRange(day: string, { timeZone }: Question): TimeRange {
  return { from: beginningOf(timeZone, day), until: beginningOf(timeZone, nextDay(day)) };
}

/** Days without downloads count from the first one with some. */
function medianOf(perDay: readonly AggregateRow[], { range, timeZone, now }: Question): number {
  let first = perDay[0]?.date;
  if (first === undefined) return 0;
  let days = Math.max(perDay.length, Math.ceil((Math.min(range.until, now) - beginningOf(timeZone, first)) / dayMs));
  let totals = [...perDay.map(({ total }) => total), ...Array.from({ length: days - perDay.length }, () => 0)];
  totals.sort((a, b) => a - b);
  let middle = Math.floor(days / 2);
  return days % 2 === 1 ? totals[middle]! : (totals[middle - 1]! + totals[middle]!) / 2;
}
