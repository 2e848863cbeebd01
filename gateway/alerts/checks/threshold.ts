/** A number of downloads is reached, within a day, a week or a month, or in all. */
import type { AlertPeriod } from 'contract/alerts/alerts';
import { dayMs, dayOf, weekMs } from 'contract/shared/time';
import { bucketStart } from '../../events/query/calendar';
import { counted, dayInWords, number } from '../notifications/words';
import { lateMs, nothing, subjectOf, toldBy, type Asked, type Check } from './check';

const rollups = { day: 'daily', week: 'weekly', month: 'monthly' } as const;
/** Added to the first day of a period, a day of the next one. */
const lengths = { day: dayMs, week: weekMs, month: 31 * dayMs };

/** A period as it was counted. */
interface Reached {
  key: string;
  total: number;
  /** Undefined for all time. */
  first: string | undefined;
  /** Undefined while the period goes on. */
  last: string | undefined;
}

/**
 * The period of now, and the one that the last look was in: its end may not have been looked at.
 */
export const threshold: Check = async (asked) => {
  let { alert, packages, now, settings } = asked;
  if (packages.length === 0) return nothing;
  // What holds when an alert is made is asked for without a last look.
  let looked = (alert.checked_until || now) - lateMs;
  let firsts = new Set([looked, now].map((time) => firstDay(settings.period, time)));
  let periods = await Promise.all([...firsts].map((first) => countedFrom(asked, first)));
  let reached = new Map(
    periods.filter(({ total }) => total >= settings.downloads).map((period) => [period.key, period]),
  );
  let tell = async (fresh: readonly string[]) =>
    told(
      asked,
      fresh.flatMap((key) => reached.get(key) ?? []),
    );
  return { keys: [...reached.keys()], tell };
};

async function countedFrom(asked: Asked, first: string | undefined): Promise<Reached> {
  let { events, packages, rules, now, settings } = asked;
  let { period, downloads } = settings;
  let next = first === undefined || period === 'total' ? now : Date.parse(first) + lengths[period];
  let end = Date.parse(firstDay(period, next) ?? dayOf(now + dayMs));
  let [row] = await events.aggregate({
    artifactType: 'package',
    artifactIds: packages.map(({ id }) => id),
    from: first === undefined ? 0 : Date.parse(first),
    until: end,
    rollup: 'total',
    breakdowns: ['by-total'],
    groupByArtifact: false,
    includeLowConfidence: true,
    uniques: 'none',
    ...rules,
  });
  return {
    key: `threshold ${downloads} ${period} ${first ?? ''}`,
    total: row?.total ?? 0,
    first,
    last: end <= now ? dayOf(end - dayMs) : undefined,
  };
}

/** The first day of the period that a time is in; undefined for all time. */
function firstDay(period: AlertPeriod, now: number): string | undefined {
  return period === 'total' ? undefined : bucketStart(rollups[period], now);
}

function told(asked: Asked, fresh: readonly Reached[]) {
  let { downloads, period } = asked.settings;
  let subject = subjectOf(asked);
  let { total, first, last } = fresh.at(-1)!;
  return toldBy(asked, {
    title: `${subject}: ${number(downloads)} downloads reached`,
    sentences: fresh.map((one) => sentenceOf(asked, one)),
    data: { date: last ?? dayOf(asked.now), downloads: total, threshold: downloads, period, since: first ?? null },
  });
}

function sentenceOf(asked: Asked, { total, first, last }: Reached): string {
  let downloads = counted(total, 'download');
  if (first === undefined || last === undefined) {
    let within = first === undefined ? 'in all' : `since ${dayInWords(first)}`;
    return `${subjectOf(asked)} has ${downloads} ${within}, as of ${dayInWords(asked.now)} (UTC).`;
  }
  let days = first === last ? `on ${dayInWords(first)}` : `from ${dayInWords(first)} to ${dayInWords(last)}`;
  return `${subjectOf(asked)} had ${downloads} ${days} (UTC).`;
}
