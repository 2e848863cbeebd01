/** Geometry of a calendar heat map: one column per week, the first day of the week on top. */
import { daysBeforeMonday, weekOf, type WeekStart } from 'contract/floor/time-zone';
import { calendarBox } from './chart-style';
import { addDays, countDays, type DayRange } from 'contract/floor/days';
import { dayRangeLabel } from './date-buckets.server';
import { greatest } from 'contract/floor/extremes';

/** `strong` fills the square; `weak` alone fills half of it. */
export interface CalendarDay {
  date: string;
  strong: number;
  weak: number;
}

/** From 1, the faintest, to 4. */
export type CalendarLevel = 1 | 2 | 3 | 4;

export interface CalendarSquare {
  x: number;
  y: number;
  level: CalendarLevel;
  half: boolean;
  label: string;
  strong: number;
  weak: number;
  /** Link target; empty without a link. */
  to: string;
}

export interface CalendarData {
  width: number;
  ground: string;
  months: { x: number; label: string }[];
  squares: CalendarSquare[];
  weekdays: string[];
  rangeLabel: string;
}

const weekdayNames = ['Mon', '', 'Wed', '', 'Fri', '', ''];
const monthName = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short' });
const { step, square, left, top } = calendarBox;
const nameWeeks = 3;

/**
 * Days of `counts` outside the range are dropped. The first month is labelled only if it has room.
 */
export function calendarData(
  range: DayRange,
  counts: readonly CalendarDay[],
  { linkTo = () => '', weekStart = 'monday' }: { linkTo?: (days: DayRange) => string; weekStart?: WeekStart } = {},
): CalendarData {
  let byDate = new Map(counts.map((count) => [count.date, count]));
  let most = Math.max(1, greatest(counts.map(({ strong, weak }) => strong + weak)));
  let weekday = countDays({ from: weekOf(range.from, weekStart), to: range.from }) - 1;
  let weekdays = weekdayNames.map((_, i) => weekdayNames[(i + 7 - daysBeforeMonday[weekStart]) % 7]!);
  let rangeLabel = dayRangeLabel(range);
  let data: CalendarData = { width: 0, ground: '', months: [], squares: [], weekdays, rangeLabel };
  let index = weekday;
  let isNamed = addDays(range.from, nameWeeks * 7).slice(0, 7) === range.from.slice(0, 7);
  let namedAt = -nameWeeks;
  for (let date = range.from; date <= range.to; date = addDays(date, 1), index++) {
    let week = Math.floor(index / 7);
    let [x, y] = [left + week * step, top + (index % 7) * step];
    if ((date.endsWith('-01') || (date === range.from && isNamed)) && week - namedAt >= nameWeeks) {
      data.months.push({ x, label: monthName.format(Date.parse(date)) });
      namedAt = week;
    }
    data.width = x + square;
    data.ground += `M${x} ${y}h${square}v${square}h-${square}z`;
    let found = byDate.get(date);
    if (found) data.squares.push({ x, y, ...squareOf(found, most), to: linkTo({ from: date, to: date }) });
  }
  return data;
}

/** Square root, so that one very busy day does not make all others pale. */
function squareOf({ date, strong, weak }: CalendarDay, most: number): Omit<CalendarSquare, 'x' | 'y' | 'to'> {
  let level = Math.min(4, 1 + Math.floor(Math.sqrt((strong + weak) / most) * 4)) as CalendarLevel;
  return { level, half: strong === 0, label: dayRangeLabel({ from: date, to: date }), strong, weak };
}
