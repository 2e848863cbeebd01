/**
 * The tables that answer reports without reading every event. `visitor_months` has one row for each
 * package or pixel, calendar month, visitor and combination of the fields below, with a bit for each
 * day; the other tables have counts by day. Nothing is assumed about which fields a visitor
 * determines: a field that varies makes more rows, never a wrong number.
 */
import { columnOf, type EventFieldName } from 'contract/event-fields';

/** Counts by day, and the fields they can be counted and filtered by. */
export interface CountTable {
  name: string;
  columns: readonly string[];
}

function columns(...names: EventFieldName[]): string[] {
  return names.map(columnOf);
}

/** In every table of counts. Repeats and untracked events are rows of their own. */
const ofAll = ['counted', ...columns('doNotTrack', 'isBot', 'audience', 'audienceReason')];

const company = columns('network', 'connectionType', 'companyName', 'companyDomain', 'confidence');

/** One table with all of these would have nearly a row for each event. */
export const countTables: readonly CountTable[] = [
  { name: 'daily_programs', columns: [...ofAll, ...columns('idPeriod', 'client', 'platform', 'version')] },
  { name: 'daily_places', columns: [...ofAll, ...columns('country'), ...company] },
  { name: 'daily_requests', columns: [...ofAll, ...columns('requestDomain', 'fileExtension', 'referer')] },
];

/** Has the id periods of a range. */
export const periodTable = countTables[0]!.name;

/** Tracked events that count. */
export const visitorTable = 'visitor_months';
export const visitorColumns: readonly string[] = [
  ...columns('idPeriod', 'originId', 'endpointId', 'isBot', 'audience', 'audienceReason'),
  ...columns('client', 'platform', 'version', 'country'),
  ...company,
];

export const summaryTableNames: readonly string[] = [visitorTable, ...countTables.map(({ name }) => name)];
