/**
 * The tables that answer reports without reading every event. Tables of visitors have one row for
 * each calendar month (UTC), visitor and combination of their fields, with a bit for each day; tables
 * of counts have one for each day. Nothing is assumed about which fields a visitor determines: a
 * field that varies makes more rows, never a wrong number.
 */
import { columnOf, type EventFieldName } from 'contract/event-fields';

export interface SummaryTable {
  name: string;
  /** What can be grouped and filtered by. */
  columns: readonly string[];
}

function columns(...names: EventFieldName[]): string[] {
  return names.map(columnOf);
}

/** In every table of counts. Repeats and untracked events are rows of their own. */
const ofAll = ['counted', ...columns('doNotTrack', 'isBot', 'audience', 'audienceReason')];

const company = columns('network', 'connectionType', 'companyName', 'companyDomain', 'confidence');

/** One table with all of these would have nearly a row for each event. */
export const countTables: readonly SummaryTable[] = [
  { name: 'daily_programs', columns: [...ofAll, ...columns('idPeriod', 'client', 'platform', 'version')] },
  { name: 'daily_places', columns: [...ofAll, ...columns('country'), ...company] },
  { name: 'daily_requests', columns: [...ofAll, ...columns('requestDomain', 'fileExtension', 'referer')] },
];

/** Has the id periods of a range. */
export const periodTable = countTables[0]!.name;

const ofVisitor = [
  ...columns('idPeriod', 'originId', 'endpointId', 'isBot', 'audience', 'audienceReason'),
  ...columns('client', 'platform', 'country'),
  ...company,
];

/**
 * Tracked events that count, of each package or pixel, and of all packages or all pixels of an
 * owner together. Their column `alone` tells that the row is its visitor's only one in that month.
 */
export const artifactVisitors: SummaryTable = { name: 'visitor_months', columns: [...ofVisitor, 'version'] };
export const ownerVisitors: SummaryTable = { name: 'owner_visitor_months', columns: ofVisitor };
export const visitorTables: readonly SummaryTable[] = [artifactVisitors, ownerVisitors];

/** That of a package or pixel, or of an owner, whose key is negative. */
export function visitorTableOf(artifact: number): SummaryTable {
  return artifact < 0 ? ownerVisitors : artifactVisitors;
}

/** Columns as they are defined, with the types that an engine's events have. */
export function typed(names: readonly string[], columns: readonly { name: string; type: string }[]): string {
  return names.map((name) => `${name} ${columns.find((column) => column.name === name)!.type}`).join(', ');
}
