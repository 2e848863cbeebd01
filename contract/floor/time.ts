/** Durations in milliseconds, UTC days, and times in the format of answers. */

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

/** The UTC day of a time in milliseconds, such as `2026-11-22`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A time in the format of answers: ISO 8601, UTC. */
export function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** As `time`; null stays null. */
export function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : time(milliseconds);
}
