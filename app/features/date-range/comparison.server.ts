/** What a range is compared with by name, and the ranges beside one. */
import { isTime } from 'contract/analytics/asked-time';
import type { CompareChoice, ComparedPeriod } from 'contract/analytics/compared-periods';
import { addDays, addMonths, countDays, type DayRange, wholeMonths } from 'contract/floor/days';
import { dayRangeLabel } from '../../charts/date-buckets.server';

export interface NamedPeriod extends ComparedPeriod {
  /** `Previous 30 days`, `Mar 7, 2026`, `Last year`. */
  name: string;
}

export function named(compared: ComparedPeriod, choice: CompareChoice): NamedPeriod {
  return { ...compared, name: nameOf(compared, choice) };
}

function nameOf({ time, days, shift }: ComparedPeriod, choice: CompareChoice): string {
  if (choice === 'last-year') return 'Last year';
  if (isTime(time.start_date)) return choice === 'weekdays' ? 'Same hours a week before' : 'Previous 24 hours';
  if (days.from === days.to) return dayRangeLabel(days);
  if (choice === 'weekdays') return 'Same weekdays before';
  if ('days' in shift) return `Previous ${countDays(days)} days`;
  return shift.months > 1 ? `Previous ${shift.months} months` : 'Previous month';
}

/**
 * The range of the same length before (-1) or after (1). Ranges from the first day of a month to the
 * last of one move by months.
 */
export function stepped(days: DayRange, direction: -1 | 1): DayRange {
  let months = direction * wholeMonths(days);
  if (months !== 0)
    return { from: addMonths(days.from, months), to: addDays(addMonths(addDays(days.to, 1), months), -1) };
  let by = direction * countDays(days);
  return { from: addDays(days.from, by), to: addDays(days.to, by) };
}
