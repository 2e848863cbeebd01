/** What a range is compared with, and the ranges beside it. */
import {
  addDays,
  addMonths,
  type ComparedPeriod,
  countDays,
  type DayRange,
  dayRangeLabel,
  type Shift,
  shiftBack,
  type TimeStep,
} from '../../charts/date-buckets.server';

/** Empty for the previous period. */
export type CompareChoice = '' | 'last-year';

const weekDays = 7;
const yearOfWeeks = 52 * weekDays;

/**
 * The previous period is whole weeks before, so that each day is compared with the same weekday;
 * shown by month, it is whole months before.
 */
export function comparison(days: DayRange, step: TimeStep, choice: CompareChoice): ComparedPeriod {
  let isLastYear = choice === 'last-year';
  let shift: Shift =
    step === 'monthly'
      ? { months: isLastYear ? 12 : monthsIn(days) }
      : { days: isLastYear ? yearOfWeeks : Math.ceil(countDays(days) / weekDays) * weekDays };
  let compared = shiftBack(days, shift);
  return { days: compared, shift, name: isLastYear ? 'Last year' : nameOf(compared, shift) };
}

function nameOf(days: DayRange, shift: Shift): string {
  if ('months' in shift && shift.months > 1) return `Previous ${shift.months} months`;
  return days.from === days.to ? dayRangeLabel(days) : `Previous ${countDays(days)} days`;
}

/** Calendar months that a range touches, or the months of its length. */
function monthsIn({ from, to }: DayRange): number {
  let end = addDays(to, 1);
  let months =
    (Number(end.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(end.slice(5, 7)) - Number(from.slice(5, 7));
  return Math.max(1, end.slice(8) > from.slice(8) ? months + 1 : months);
}

/**
 * The range of the same length before (-1) or after (1). Ranges from the first day of a month to the
 * last of one move by months.
 */
export function stepped(days: DayRange, direction: -1 | 1): DayRange {
  let isMonths = days.from.endsWith('-01') && addDays(days.to, 1).endsWith('-01');
  if (!isMonths) {
    let by = direction * countDays(days);
    return { from: addDays(days.from, by), to: addDays(days.to, by) };
  }
  let by = direction * monthsIn(days);
  return { from: addMonths(days.from, by), to: addDays(addMonths(addDays(days.to, 1), by), -1) };
}
