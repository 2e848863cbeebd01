/** Alert: a day has many more or fewer downloads than the same weekday of the four weeks before. */
import { dayMs, dayOf, weekMs } from 'contract/floor/time';
import { changeText } from 'contract/analytics/rounding';
import { pluralize, formatDay, formatNumber, formatWeekday } from '../wording';
import type { DownloadDifference, ChangePeriods } from '../download-change';
import { explainChange } from '../change-reason';
import { pendingKeys } from '../sent-alerts';
import {
  lateMs,
  noResult,
  alertSubject,
  alertMessage,
  type CheckContext,
  type AlertCheck,
  type CheckResult,
} from './check';

const weeks = 4;

interface UnusualDay extends DownloadDifference {
  day: number;
  times: ChangePeriods;
}

/** Checks yesterday once; days before the alert was created are not checked. */
export const unusualDay: AlertCheck = async (context) => {
  let day = Math.floor((context.now - lateMs) / dayMs) * dayMs - dayMs;
  if (day + dayMs + lateMs <= context.alert.checked_until || context.packages.length === 0) return noResult;
  let compared = await compareDay(context, day);
  if (!compared) return noResult;
  if (context.alert.kind === 'drop' && compared.now === 0) return dropToZero(context, compared);
  if (!isUnusual(context, compared)) return noResult;
  return { keys: [`${context.alert.kind} ${dayOf(day)}`], messageFor: () => messageOf(context, compared) };
};

/** Of consecutive days without downloads, only the first is sent. */
async function dropToZero(context: CheckContext, unusual: UnusualDay): Promise<CheckResult> {
  let keyOf = (day: number) => `drop none ${dayOf(day)}`;
  let isFirst = (await pendingKeys(context.records, context.alert.id, [keyOf(unusual.day - dayMs)])).size > 0;
  if (isFirst && !isUnusual(context, unusual)) return noResult;
  return { keys: [keyOf(unusual.day)], messageFor: async () => (isFirst ? messageOf(context, unusual) : undefined) };
}

/** Undefined before the first such weekday with downloads. */
async function compareDay(context: CheckContext, day: number): Promise<UnusualDay | undefined> {
  let from = day - weeks * weekMs;
  let rows = await context.events.aggregate({
    artifactType: 'package',
    artifactIds: context.packages.map(({ id }) => id),
    from,
    until: day + dayMs,
    rollup: 'daily',
    breakdowns: ['by-total'],
    groupByArtifact: false,
    includeLowConfidence: true,
    uniques: 'none',
    ...context.rules,
  });
  let totals = new Map(rows.map(({ date = '', total }) => [date, total]));
  let first = [...totals.keys()].sort()[0];
  let earlier = Array.from({ length: weeks }, (_, i) => dayOf(from + i * weekMs));
  let before = earlier.filter((date) => first !== undefined && date >= first);
  if (before.length === 0) return undefined;
  let usual = before.reduce((sum, date) => sum + (totals.get(date) ?? 0), 0) / before.length;
  let times: ChangePeriods = { from, until: day + dayMs, rollup: 'daily', now: dayOf(day), before };
  return { key: '', label: '', day, now: totals.get(dayOf(day)) ?? 0, before: usual, times };
}

function isUnusual({ alert, settings: { percent, at_least } }: CheckContext, { now, before }: UnusualDay): boolean {
  let share = percent / 100;
  if (alert.kind === 'spike') return now >= at_least && now > before && now >= before * (1 + share);
  return before >= at_least && now < before && now <= before * (1 - share);
}

async function messageOf(context: CheckContext, { day, now, before, times }: UnusualDay) {
  let reason = await explainChange(context, times);
  let isUp = now > before;
  let percent = changeText({ now, before })?.text;
  let weekday = formatWeekday(day);
  let usual = times.before.length === 1 ? `the ${weekday} before` : `the mean of ${times.before.length} ${weekday}s`;
  let against = percent ? `${percent} vs. ${formatNumber(before)}, ${usual}` : `where ${usual} had none`;
  return alertMessage(context, {
    title: `${alertSubject(context)}: downloads ${isUp ? 'rose' : 'fell'}${percent ? ` by ${percent.slice(1)}` : ''} on ${formatDay(day)}`,
    sentences: [
      `${weekday}, ${formatDay(day)} (UTC) had ${pluralize(now, 'download')}, ${against}.`,
      reason?.sentence ?? 'No single package, country, company, version or client stands out.',
    ],
    data: { date: dayOf(day), downloads: now, usual_downloads: Math.round(before), reason: reason?.data ?? null },
  });
}
