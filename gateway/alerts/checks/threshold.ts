/** Alert: a number of downloads is reached within a day, a week or a month, or in total. */
import type { AlertPeriod } from 'contract/alerts/alerts';
import { dayMs, dayOf, weekMs } from 'contract/floor/time';
import { bucketStart } from '../../events/query/calendar';
import { pluralize, formatDay, formatNumber } from '../wording';
import { lateMs, noResult, alertSubject, alertMessage, type CheckContext, type AlertCheck } from './check';

const rollups = { day: 'daily', week: 'weekly', month: 'monthly' } as const;
/** Added to the first day of a period, a day of the next one. */
const lengths = { day: dayMs, week: weekMs, month: 31 * dayMs };

interface Reached {
  key: string;
  total: number;
  /** Undefined for all time. */
  first: string | undefined;
  /** Undefined until the period ends. */
  last: string | undefined;
}

/** Checks the current period, and that of the last check, which may have ended since. */
export const threshold: AlertCheck = async (context) => {
  let { alert, packages, now, settings } = context;
  if (packages.length === 0) return noResult;
  // A new alert has no last check.
  let looked = (alert.checked_until || now) - lateMs;
  let firsts = new Set([looked, now].map((time) => firstDay(settings.period, time)));
  let periods = await Promise.all([...firsts].map((first) => countedFrom(context, first)));
  let reached = new Map(
    periods.filter(({ total }) => total >= settings.downloads).map((period) => [period.key, period]),
  );
  let messageFor = async (pending: readonly string[]) =>
    messageOf(
      context,
      pending.flatMap((key) => reached.get(key) ?? []),
    );
  return { keys: [...reached.keys()], messageFor };
};

async function countedFrom(context: CheckContext, first: string | undefined): Promise<Reached> {
  let { events, packages, rules, now, settings } = context;
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

/** Undefined for all time. */
function firstDay(period: AlertPeriod, now: number): string | undefined {
  return period === 'total' ? undefined : bucketStart(rollups[period], now);
}

function messageOf(context: CheckContext, periods: readonly Reached[]) {
  let { downloads, period } = context.settings;
  let subject = alertSubject(context);
  let { total, first, last } = periods.at(-1)!;
  return alertMessage(context, {
    title: `${subject}: ${formatNumber(downloads)} downloads reached`,
    sentences: periods.map((one) => sentenceOf(context, one)),
    data: { date: last ?? dayOf(context.now), downloads: total, threshold: downloads, period, since: first ?? null },
  });
}

function sentenceOf(context: CheckContext, { total, first, last }: Reached): string {
  let downloads = pluralize(total, 'download');
  if (first === undefined || last === undefined) {
    let within = first === undefined ? 'in all' : `since ${formatDay(first)}`;
    return `${alertSubject(context)} has ${downloads} ${within}, as of ${formatDay(context.now)} (UTC).`;
  }
  let days = first === last ? `on ${formatDay(first)}` : `from ${formatDay(first)} to ${formatDay(last)}`;
  return `${alertSubject(context)} had ${downloads} ${days} (UTC).`;
}
