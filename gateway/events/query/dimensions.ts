/** Dimensions of aggregates, in SQL and in memory with the same result. */
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

/** The fields that decide an event's group in any query. */
export type GroupedEvent = Pick<
  Event,
  'artifactId' | 'time' | 'connectionType' | 'companyName' | 'companyDomain' | 'originId' | 'endpointId' | GroupField
>;

/** The text columns of `GroupedEvent`. */
export const groupedFields = [...groupFields, 'connectionType', 'companyName', 'companyDomain'] as const;

export interface EventDimension {
  /** Response field. */
  field: string;
  /** A text, or a hash that is returned as text. */
  sql: string;
  of(event: GroupedEvent): string;
}

const hosted = `connection_type = 'hosting'`;

/** Hosting providers count as providers, not as companies. */
function isHosted({ connectionType }: GroupedEvent): boolean {
  return connectionType === 'hosting';
}

/** An event with several variables is in several groups, so these aggregates are never updated. */
function countedAnew(): never {
  throw new Error('Counts by variable are not carried forward.');
}

/** Whether an event can count in several groups. */
export function countsByVariable(breakdowns: readonly EventBreakdown[]): boolean {
  return breakdowns.includes('by-variable') || breakdowns.includes('by-variable-name');
}

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
