/**
 * The funnel stage of a company, computed from its days in order
 * (docs/decisions/0011-companies.md).
 */
import type { ActiveStage, FunnelStage } from 'contract/analytics/funnel-stages';
import { createPoints, countOfKind } from './points';

/** `day` is days since 1970; `counts` has the order of `funnelEventKinds`. */
export interface FunnelDay {
  day: number;
  counts: readonly number[];
}

/** Totals of a company while it was in a stage. */
interface StageTotals {
  downloads: number;
  views: number;
  activeDays: number;
}

export interface Funnel {
  stage: FunnelStage;
  /** Rounded to a quarter of a point. */
  points: number;
  /** The day a stage was first reached (inactive: last reached). Skipped stages are missing. */
  starts: Partial<Record<FunnelStage, number>>;
  totals: Partial<Record<ActiveStage, StageTotals>>;
}

/** Days without an event after which a company is inactive. */
export const inactiveDays = 60;
/** Points are halved after this many days without an event. */
const halvingDays = 30;
const frequent = 3;
const order: readonly ActiveStage[] = ['interest', 'investigation', 'experimentation', 'ongoing-usage'];

/** A period of activity without a break of `inactiveDays`. */
interface Spell {
  first: number;
  last: number;
  downloads: number;
  views: number;
  lastViewWeek: number;
  viewsInTwoWeeks: boolean;
}

/**
 * `days` is sorted, without duplicates or days after `today`, and has at least one. `firstSeen` is
 * the day of the first event if that was deleted.
 */
export function funnelOf(days: readonly FunnelDay[], today: number, firstSeen = Number.POSITIVE_INFINITY): Funnel {
  let pointsOf = createPoints();
  let funnel: Funnel = { stage: 'interest', points: 0, starts: {}, totals: {} };
  let reached: ActiveStage = 'interest';
  let spell: Spell | undefined;
  let points = 0;
  for (let { day, counts } of days) {
    let quiet = spell ? day - spell.last : 0;
    if (spell && quiet >= inactiveDays) funnel.starts.inactive = spell.last + inactiveDays;
    points = decayed(points, quiet) + pointsOf(day, counts);
    spell = advance(quiet >= inactiveDays ? undefined : spell, day, counts);
    let found = stageOf(spell, points);
    if (funnel.starts[reached] === undefined || order.indexOf(found) > order.indexOf(reached)) {
      reached = found;
      funnel.starts[reached] = day;
    }
    addTo(funnel, reached, counts);
  }
  if (firstSeen < days[0]!.day) funnel.starts.interest = firstSeen;
  let quiet = spell ? today - spell.last : 0;
  if (spell && quiet >= inactiveDays) funnel.starts.inactive = spell.last + inactiveDays;
  let stage: FunnelStage = quiet >= inactiveDays ? 'inactive' : reached;
  return { ...funnel, stage, points: Math.round(decayed(points, quiet) * 4) / 4 };
}

function decayed(points: number, quiet: number): number {
  return points * 0.5 ** Math.floor(quiet / halvingDays);
}

function advance(spell: Spell | undefined, day: number, counts: readonly number[]): Spell {
  let views = countOfKind('view', counts);
  let week = weekOf(day);
  let before = spell ?? {
    first: day,
    last: day,
    downloads: 0,
    views: 0,
    lastViewWeek: -2,
    viewsInTwoWeeks: false,
  };
  return {
    first: before.first,
    last: day,
    downloads: before.downloads + countOfKind('download', counts),
    views: before.views + views,
    lastViewWeek: views > 0 ? week : before.lastViewWeek,
    viewsInTwoWeeks: before.viewsInTwoWeeks || (views > 0 && week === before.lastViewWeek + 1),
  };
}

function stageOf({ first, last, downloads, views, viewsInTwoWeeks }: Spell, points: number): ActiveStage {
  let span = last - first;
  let isTrying = views >= frequent && ((downloads >= frequent && span >= 30) || (downloads >= 1 && span >= 60));
  if (points >= 70 && span >= 90) return 'ongoing-usage';
  if (points >= 40 && isTrying) return 'experimentation';
  return points >= 10 || downloads >= 1 || viewsInTwoWeeks ? 'investigation' : 'interest';
}

function addTo({ totals }: Funnel, stage: ActiveStage, counts: readonly number[]): void {
  let before = totals[stage] ?? { downloads: 0, views: 0, activeDays: 0 };
  totals[stage] = {
    downloads: before.downloads + countOfKind('download', counts),
    views: before.views + countOfKind('view', counts),
    activeDays: before.activeDays + 1,
  };
}

/** Weeks start on Monday; day 0 was a Thursday. */
function weekOf(day: number): number {
  return Math.floor((day + 3) / 7);
}
