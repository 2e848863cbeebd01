/**
 * Dimensions of counts: each as SQL for the engine and, with the same result, for an event in
 * memory.
 */
import type { EventBreakdown } from 'contract/analytics/aggregations';
import {
  columnOf,
  eventFields,
  groupFields,
  type Event,
  type FieldBreakdown,
  type GroupField,
} from 'contract/event-fields';
import { hashText } from './hash-text';
import { majorVersion, minorVersion } from './version';

/** The fields of an event that decide its group in any query. */
export type GroupedEvent = Pick<
  Event,
  'artifactId' | 'time' | 'connectionType' | 'companyName' | 'companyDomain' | 'originId' | 'endpointId' | GroupField
>;

/** The texts of `Grouped` that are columns of the table. */
export const groupedFields = [...groupFields, 'connectionType', 'companyName', 'companyDomain'] as const;

export interface EventDimension {
  /** Field of the answer. */
  field: string;
  /** A text, or a hash that the answer has as text. */
  sql: string;
  of(event: GroupedEvent): string;
}

const hosted = `connection_type = 'hosting'`;

/**
 * An address at a hosting provider says nothing about the company behind it, so it counts by
 * provider and not by company.
 */
function isHosted({ connectionType }: GroupedEvent): boolean {
  return connectionType === 'hosting';
}

/** An event with several variables belongs to several groups, so such answers are never updated. */
function countedAnew(): never {
  throw new Error('Counts by variable are not carried forward.');
}

/** Whether an event can count for several groups of one query. */
export function countsByVariable(breakdowns: readonly EventBreakdown[]): boolean {
  return breakdowns.includes('by-variable') || breakdowns.includes('by-variable-name');
}

/** Dimensions that are a field of the event. */
const fieldDimensions = Object.fromEntries(
  groupFields.map((name) => {
    let column = columnOf(name);
    let dimension: EventDimension = { field: column, sql: column, of: (event) => event[name] };
    return [eventFields[name].breakdown, [dimension]];
  }),
) as unknown as Record<FieldBreakdown, readonly EventDimension[]>;

export const eventDimensions: Record<EventBreakdown, readonly EventDimension[]> = {
  ...fieldDimensions,
  'by-total': [],
  'by-total-do-not-track': [],
  'by-company': [
    {
      field: 'company_name',
      sql: `CASE WHEN ${hosted} THEN '' ELSE company_name END`,
      of: (event) => (isHosted(event) ? '' : event.companyName),
    },
    {
      field: 'company_domain',
      sql: `CASE WHEN ${hosted} THEN '' ELSE company_domain END`,
      of: (event) => (isHosted(event) ? '' : event.companyDomain),
    },
  ],
  'by-cloudprovider': [
    {
      field: 'cloud_provider_name',
      sql: `CASE WHEN ${hosted} THEN company_name ELSE '' END`,
      of: (event) => (isHosted(event) ? event.companyName : ''),
    },
  ],
  'by-version-minor': [{ field: 'version', sql: minorVersion.sql, of: ({ version }) => minorVersion.of(version) }],
  'by-version-major': [{ field: 'version', sql: majorVersion.sql, of: ({ version }) => majorVersion.of(version) }],
  'by-endpoint': [{ field: 'endpoint_id', sql: 'endpoint_id', of: ({ endpointId }) => hashText(endpointId) }],
  'by-origin': [{ field: 'origin_id', sql: 'origin_id', of: ({ originId }) => hashText(originId) }],
  'by-variable': [
    { field: 'variable', sql: 'pair.key', of: countedAnew },
    { field: 'value', sql: 'pair.value', of: countedAnew },
  ],
  'by-variable-name': [{ field: 'variable', sql: 'pair.key', of: countedAnew }],
};
