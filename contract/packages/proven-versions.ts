/**
 * Versions come from requests, and anyone can request a version that does not exist. An unproven one is
 * never called the newest, and never shown to the public.
 */
import { dayMs } from '../floor/time';

/** Types of which the gateway counts only versions that the registry's index lists. */
const listed: ReadonlySet<string> = new Set(['npm', 'python', 'cargo', 'helm', 'composer', 'nuget']);

/** Downloads of all other types are redirected: only the client learns whether the version exists. */
const visitorsLeast = 3;

/** As the API counts a version. */
interface SeenRow {
  unique_endpoints?: number | null;
  unique_by_period?: { unique_endpoints: number | null }[] | undefined;
  first_seen?: string | undefined;
  last_seen?: string | undefined;
}

/** Whether a version of a package type needs visitors as its proof. */
export function needsProof(type: string | undefined): boolean {
  return type === undefined || !listed.has(type);
}

/**
 * Whether a version is proven. `row` counts its downloads by all networks, with the times of the
 * first and the last one: a user agent costs nothing to change, an address does. Networks of
 * different id periods can be the same, so they are not added up.
 */
export function isProven(type: string | undefined, row: SeenRow): boolean {
  if (!needsProof(type)) return true;
  let { unique_endpoints, unique_by_period: periods = [], first_seen: first = '', last_seen: last = '' } = row;
  let visitors = periods.length > 0 ? periods.map((one) => one.unique_endpoints ?? 0) : [unique_endpoints ?? 0];
  let days = Math.floor(Date.parse(last) / dayMs) - Math.floor(Date.parse(first) / dayMs);
  return visitors.some((count) => count >= visitorsLeast) && days >= 1;
}
