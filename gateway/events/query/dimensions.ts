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
import { recordOf } from 'contract/floor/keys-of';
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
  /** What `sql` reads. */
  columns: readonly string[];
  of(event: GroupedEvent): string;
}

const hosted = `connection_type = 'hosting'`;
const ofVariables = [columnOf('variables')];

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

const fieldDimensions = recordOf(
  groupFields.map((name): [FieldBreakdown, readonly EventDimension[]] => {
    let column = columnOf(name);
    return [
      eventFields[name].breakdown,
      [{ field: column, sql: column, columns: [column], of: (event) => event[name] }],
    ];
  }),
);

export const eventDimensions: Record<EventBreakdown, readonly EventDimension[]> = {
  ...fieldDimensions,
  'by-total': [],
  'by-total-do-not-track': [],
  'by-company': [
    {
      field: 'company_name',
      sql: `CASE WHEN ${hosted} THEN '' ELSE company_name END`,
      columns: ['connection_type', 'company_name'],
      of: (event) => (isHosted(event) ? '' : event.companyName),
    },
    {
      field: 'company_domain',
      sql: `CASE WHEN ${hosted} THEN '' ELSE company_domain END`,
      columns: ['connection_type', 'company_domain'],
      of: (event) => (isHosted(event) ? '' : event.companyDomain),
    },
  ],
  'by-cloudprovider': [
    {
      field: 'cloud_provider_name',
      sql: `CASE WHEN ${hosted} THEN company_name ELSE '' END`,
      columns: ['connection_type', 'company_name'],
      of: (event) => (isHosted(event) ? event.companyName : ''),
    },
  ],
  'by-version-minor': [{ field: 'version', ...minorVersion, of: ({ version }) => minorVersion.of(version) }],
  'by-version-major': [{ field: 'version', ...majorVersion, of: ({ version }) => majorVersion.of(version) }],
  'by-endpoint': [
    {
      field: 'endpoint_id',
      sql: 'endpoint_id',
      columns: ['endpoint_id'],
      of: ({ endpointId }) => hashText(endpointId),
    },
  ],
  'by-origin': [
    { field: 'origin_id', sql: 'origin_id', columns: ['origin_id'], of: ({ originId }) => hashText(originId) },
  ],
  'by-variable': [
    { field: 'variable', sql: 'pair.key', columns: ofVariables, of: countedAnew },
    { field: 'value', sql: 'pair.value', columns: ofVariables, of: countedAnew },
  ],
  'by-variable-name': [{ field: 'variable', sql: 'pair.key', columns: ofVariables, of: countedAnew }],
};
