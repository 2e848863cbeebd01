/** Finds days with unusually many downloads, and the network or the user that explains each. */
import type { Spikes } from 'contract/analytics/spikes';
import { dayMs } from 'contract/floor/time';
import { beginningOf, dayIn } from 'contract/floor/time-zone';
import type { AggregateQuery, AggregateRow, EventReader } from '../../events/shape/store';
import type { EventRules } from '../funnel/event-rules';
import { nextDay, type TimeRange } from './time-range';

const timesUsual = 3;
const aboveUsual = 100;
const shareExplained = 0.5;
const daysMax = 10;
/** Networks and users with more downloads in the range are the ones whose usual number matters. */
const othersMax = 1_000;

interface Question {
  packageIds: readonly string[];
  range: TimeRange;
  timeZone: string;
  now: number;
  rules: EventRules;
}

/** Without spikes one question, with spikes up to two more and two for each, of at most ten. */
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
  let networks = causesBy('by-network', events, question);
  let users = causesBy('by-origin', events, question);
  let days: Spikes['days'] = [];
  for (let { date: day = '', total: downloads } of spikes) {
    let spike = { day, above: downloads - usual, otherDays: Math.max(1, perDay.length - 1) };
    let network = await networks(spike);
    // One whose network is not known, for example.
    let user = network ? null : await users(spike);
    days.push({ day, downloads, network, user: user && { id: user.name, downloads: user.downloads } });
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

interface Spike {
  day: string;
  /** Downloads above the usual number. */
  above: number;
  otherDays: number;
}

/** Returns what has most downloads of a day, if it explains the spike; null otherwise. */
function causesBy(breakdown: 'by-network' | 'by-origin', events: EventReader, question: Question) {
  let inRange: ReturnType<typeof countsOf> | undefined;
  return async ({ day, above, otherDays }: Spike) => {
    let [top] = await countsOf(breakdown, events, { ...question, range: dayRange(day, question) }, 1);
    if (!top?.name || top.downloads < shareExplained * above) return null;
    let all = await (inRange ??= countsOf(breakdown, events, question, othersMax));
    let ofIt = all.find(({ name }) => name === top.name);
    let usualOfIt = ofIt ? (ofIt.downloads - top.downloads) / otherDays : 0;
    return top.downloads - usualOfIt >= shareExplained * above ? top : null;
  };
}

async function countsOf(breakdown: 'by-network' | 'by-origin', events: EventReader, question: Question, limit: number) {
  let uniques = breakdown === 'by-network' ? ('origins' as const) : ('none' as const);
  let rows = await events.aggregate({ ...queryOf(question), rollup: 'total', breakdowns: [breakdown], uniques, limit });
  return rows.map(({ values, total, uniques: counts }) => ({
    name: values.network ?? values.origin_id ?? '',
    downloads: total,
    users: counts.reduce((all, { origins }) => all + origins, 0),
  }));
}

function dayRange(day: string, { timeZone }: Question): TimeRange {
  return { from: beginningOf(timeZone, day), until: beginningOf(timeZone, nextDay(day)) };
}

/** Days without downloads count from the first one with some. */
function medianOf(perDay: readonly AggregateRow[], { range, timeZone, now }: Question): number {
  let first = perDay[0]?.date;
  if (first === undefined) return 0;
  // Counted in the calendar: a day with a clock change has 23 or 25 hours.
  let last = dayIn(timeZone, Math.min(range.until, now) - 1);
  let days = Math.max(perDay.length, (Date.parse(last) - Date.parse(first)) / dayMs + 1);
  let totals = [...perDay.map(({ total }) => total), ...Array.from({ length: days - perDay.length }, () => 0)];
  totals.sort((a, b) => a - b);
  let middle = Math.floor(days / 2);
  return days % 2 === 1 ? totals[middle]! : (totals[middle - 1]! + totals[middle]!) / 2;
}
