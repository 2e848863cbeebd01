/** A day with many more or fewer downloads than the same weekday of the four weeks before. */
import { dayMs, dayOf, weekMs } from 'contract/shared/time';
import { changed, counted, dayInWords, number, weekdayOf } from '../notifications/words';
import type { Change, Times } from '../changes';
import { reasonOf } from '../reasons';
import { untold } from '../told';
import { lateMs, nothing, subjectOf, toldBy, type Asked, type Check, type Found } from './check';

const weeks = 4;

interface UnusualDay extends Change {
  day: number;
  times: Times;
}

/** Days that are looked at begin when the alert was made. */
export const unusualDay: Check = async (asked) => {
  let day = Math.floor((asked.now - lateMs) / dayMs) * dayMs - dayMs;
  if (day + dayMs + lateMs <= asked.alert.checked_until || asked.packages.length === 0) return nothing;
  let found = await compared(asked, day);
  if (!found) return nothing;
  if (asked.alert.kind === 'drop' && found.now === 0) return noneOn(asked, found);
  if (!isUnusual(asked, found)) return nothing;
  return { keys: [`${asked.alert.kind} ${dayOf(day)}`], tell: () => told(asked, found) };
};

/**
 * Days without any download are told on the first of them: the downloads stay away, or come with an
 * import that is later than the look.
 */
async function noneOn(asked: Asked, found: UnusualDay): Promise<Found> {
  let keyOf = (day: number) => `drop none ${dayOf(day)}`;
  let isFirst = (await untold(asked.records, asked.alert.id, [keyOf(found.day - dayMs)])).size > 0;
  if (isFirst && !isUnusual(asked, found)) return nothing;
  return { keys: [keyOf(found.day)], tell: async () => (isFirst ? told(asked, found) : undefined) };
}

/** Undefined where no such weekday is known: nothing is usual yet. */
async function compared(asked: Asked, day: number): Promise<UnusualDay | undefined> {
  let from = day - weeks * weekMs;
  let rows = await asked.events.aggregate({
    artifactType: 'package',
    artifactIds: asked.packages.map(({ id }) => id),
    from,
    until: day + dayMs,
    rollup: 'daily',
    breakdowns: ['by-total'],
    groupByArtifact: false,
    includeLowConfidence: true,
    uniques: 'none',
    ...asked.rules,
  });
  let totals = new Map(rows.map(({ date = '', total }) => [date, total]));
  let first = [...totals.keys()].sort()[0];
  let earlier = Array.from({ length: weeks }, (_, i) => dayOf(from + i * weekMs));
  let before = earlier.filter((date) => first !== undefined && date >= first);
  if (before.length === 0) return undefined;
  let usual = before.reduce((sum, date) => sum + (totals.get(date) ?? 0), 0) / before.length;
  let times: Times = { from, until: day + dayMs, rollup: 'daily', now: dayOf(day), before };
  return { key: '', label: '', day, now: totals.get(dayOf(day)) ?? 0, before: usual, times };
}

function isUnusual({ alert, settings: { percent, at_least } }: Asked, { now, before }: UnusualDay): boolean {
  let share = percent / 100;
  if (alert.kind === 'spike') return now >= at_least && now > before && now >= before * (1 + share);
  return before >= at_least && now < before && now <= before * (1 - share);
}

async function told(asked: Asked, { day, now, before, times }: UnusualDay) {
  let reason = await reasonOf(asked, times);
  let isUp = now > before;
  let percent = changed({ now, before });
  let weekday = weekdayOf(day);
  let usual = times.before.length === 1 ? `the ${weekday} before` : `the mean of ${times.before.length} ${weekday}s`;
  let against = percent ? `${percent} on ${number(before)}, ${usual}` : `where ${usual} had none`;
  return toldBy(asked, {
    title: `${subjectOf(asked)}: downloads ${isUp ? 'rose' : 'fell'}${percent ? ` by ${percent.slice(1)}` : ''} on ${dayInWords(day)}`,
    sentences: [
      `${weekday} ${dayInWords(day)} (UTC) had ${counted(now, 'download')}, ${against}.`,
      reason?.sentence ?? 'No single package, country, company, version or client stands out.',
    ],
    data: { date: dayOf(day), downloads: now, usual_downloads: Math.round(before), reason: reason?.data ?? null },
  });
}
