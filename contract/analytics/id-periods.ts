/**
 * Periods of visitors' ids. Within a period an owner's visitors are hashed with one salt; after it
 * the salt is deleted, so ids of two periods cannot be compared. An event names its period by its
 * begin and its planned end, an interval of ISO 8601: `2026-11-01T00:00:01Z/2026-12-01`, or
 * `2026-11-22T09:30:00Z/..` without an end. No two salts of an owner have the same name, also where
 * a salt was lost. The empty name is that of ids from before there were periods.
 */
import { dayMs, dayOf } from '../floor/time';

/** Distinct visitors of a range: each counts once per period, and periods are added. */
export function addPeriods<Name extends string>(
  periods: readonly Partial<Record<Name, number | null>>[],
  name: Name,
): number {
  return periods.reduce((sum, one) => sum + (one[name] ?? 0), 0);
}

export const saltRotations = ['never', 'monthly', 'daily'] as const;
export type SaltRotation = (typeof saltRotations)[number];

/** The first millisecond after the period that `time` is in, UTC; Infinity where it has no end. */
export function periodEnd(rotation: SaltRotation, time: number): number {
  if (rotation === 'never') return Number.POSITIVE_INFINITY;
  if (rotation === 'daily') return (Math.floor(time / dayMs) + 1) * dayMs;
  let at = new Date(time);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/** The name of a period that begins at `time`. */
export function periodName(rotation: SaltRotation, time: number): string {
  let end = periodEnd(rotation, time);
  return `${new Date(time).toISOString().slice(0, 19)}Z/${end === Number.POSITIVE_INFINITY ? '..' : dayOf(end)}`;
}

const begin = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
const mark = '[a-z0-9][a-z0-9.-]*';
const periodText = new RegExp(String.raw`^(?:(${begin})(?: (${mark}))?/(\.\.|\d{4}-\d\d-\d\d)|/(${mark}))?$`);

/**
 * The month or day of a period, in milliseconds; unbounded where a name has no end. It is that of the
 * planned rotation: the salt itself can be some hours younger.
 */
export function periodBounds(name: string): { from: number; until: number } {
  let [, begun = '', , end = ''] = periodText.exec(name) ?? [];
  let [at, until] = [Date.parse(begun), Date.parse(end)];
  if (Number.isNaN(at + until)) return { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  let last = new Date(until - 1);
  let isDay = until - at <= dayMs;
  let begins = isDay ? until - dayMs : Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1);
  return { from: Math.min(at, begins), until };
}

/** What marks periods of imported ids that could be taken for own ones. */
const importedMark = 'imported';

/**
 * The period of ids that come from a file; undefined where it names none. Ids of another
 * installation have another salt, so their period must not have the name of an own one: it is
 * marked with the `source` of the file, or where it may be the name of an own one. An owner has no
 * ids of a period that ended before it was there. A marked name stays: `2026-11-01T00:00:01Z imported/2026-12-01`.
 */
export function importedPeriod(name: string, from: { source: string | undefined; ownerSince: number }) {
  let found = periodText.exec(name);
  if (!found) return undefined;
  let [, begun = '', marked, end = '', markedAlone] = found;
  if (marked ?? markedAlone) return name;
  let isElsewhere = begun !== '' && end !== '..' && Date.parse(end) <= from.ownerSince;
  let given = from.source ?? (isElsewhere ? '' : importedMark);
  if (given === '') return name;
  return begun === '' ? `/${given}` : `${begun} ${given}/${end}`;
}
