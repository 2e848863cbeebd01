/** Rules of time zones come with Node, and countries change them. */

/**
 * Whether rules such as `2025c` lack a year of changes; those of a year are complete by the next
 * summer.
 */
export function areZoneRulesOld(version: string, now: number): boolean {
  let date = new Date(now);
  let lastSummer = date.getUTCFullYear() - (date.getUTCMonth() < 6 ? 1 : 0);
  return Number.parseInt(version, 10) < lastSummer;
}

export const oldZoneRules =
  'Days and hours of zones that changed since are an hour off, such as Vancouver, Edmonton and Casablanca in 2026. Update Node.';
