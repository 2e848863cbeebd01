/** The days of a named range as seen from a given day. */
import { addDays, type Days } from '../../charts/days.server';
import type { Preset } from './presets';

const quarterMonths = 3;

/**
 * First and last day of a preset, both counted. Running ranges end today; months and quarters are
 * those of the calendar.
 */
export function presetDays(preset: Preset, today: string): Days {
  let [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  let rolling = /^last-(\d+)-days$/.exec(preset);
  if (rolling) return { from: addDays(today, 1 - Number(rolling[1])), to: today };
  switch (preset) {
    case 'year-to-date':
      return { from: at(year, 1, 1), to: today };
    case 'last-12-months':
      return { from: addDays(sameDayLastYear(year, month, day), 1), to: today };
    case 'this-month':
      return { from: at(year, month, 1), to: today };
    case 'last-month':
      return { from: at(year, month - 1, 1), to: at(year, month, 0) };
    case 'this-quarter':
      return { from: at(year, quarterStart(month), 1), to: today };
    case 'last-quarter':
      return {
        from: at(year, quarterStart(month) - quarterMonths, 1),
        to: at(year, quarterStart(month), 0),
      };
    default:
      return { from: today, to: today };
  }
}

function quarterStart(month: number): number {
  return month - ((month - 1) % quarterMonths);
}

/** February 29 has no day a year before; the 28th takes its place. */
function sameDayLastYear(year: number, month: number, day: number): string {
  let lastOfMonth = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  return at(year - 1, month, Math.min(day, lastOfMonth));
}

/** A day by year, month (from 1) and day; months and days past their end run on into the next. */
function at(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
