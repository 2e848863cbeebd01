/** A number of downloads is reached, within a day, a week or a month, or in all. */
import type { AlertPeriod } from 'contract/alerts';
import { dayMs, dayOf } from 'contract/time';
import { buckets } from '../../events/dimensions';
import { counted, dayInWords, number } from '../../notifications/words';
import { nothing, subjectOf, toldBy, type Asked, type Check } from './check';

const rollups = { day: 'daily', week: 'weekly', month: 'monthly' } as const;

export const threshold: Check = async (asked) => {
  let { events, packages, rules, now, settings } = asked;
  if (packages.length === 0) return nothing;
  let first = firstDay(settings.period, now);
  let [row] = await events.aggregate({
    artifactType: 'package',
    artifactIds: packages.map(({ id }) => id),
    from: first === undefined ? 0 : Date.parse(first),
    until: (Math.floor(now / dayMs) + 1) * dayMs,
    rollup: 'total',
    breakdowns: ['by-total'],
    groupByArtifact: false,
    includeLowConfidence: true,
    ...rules,
  });
  let total = row?.total ?? 0;
  if (total < settings.downloads) return nothing;
  let key = `threshold ${settings.downloads} ${settings.period} ${first ?? ''}`;
  return { keys: [key], tell: async () => told(asked, total, first) };
};

/** The first day of the period that a time is in; undefined for all time. */
function firstDay(period: AlertPeriod, now: number): string | undefined {
  return period === 'total' ? undefined : buckets[rollups[period]](now);
}

function told(asked: Asked, total: number, first: string | undefined) {
  let { downloads, period } = asked.settings;
  let subject = subjectOf(asked);
  let within = first === undefined ? 'in all' : `since ${dayInWords(first)}`;
  return toldBy(asked, {
    title: `${subject}: ${number(downloads)} downloads reached`,
    sentences: [`${subject} has ${counted(total, 'download')} ${within}, as of ${dayInWords(asked.now)} (UTC).`],
    data: { date: dayOf(asked.now), downloads: total, threshold: downloads, period, since: first ?? null },
  });
}
