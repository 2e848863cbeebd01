/**
 * The keys of filters: what they compare and how. Free of zod, so that forms in the browser can
 * list them.
 */
import { eventFields, filterFields, type FieldFilterKey } from '../event-fields';

/**
 * Texts about the company behind an event. For an event from a hosting provider, that is the cloud
 * provider.
 */
const companyTextKeys = ['company_name', 'company_domain', 'company_cloud_provider'] as const;

/**
 * Texts made from fields of an event: its version cut to two numbers or one, and the ids of its
 * endpoint and origin as in exported events.
 */
const madeTextKeys = [
  'request_version_minor',
  'request_version_major',
  'request_endpoint_id',
  'request_origin_id',
] as const;

export type EventTextKey = (typeof companyTextKeys)[number] | FieldFilterKey | (typeof madeTextKeys)[number];

/** Texts of an event that a filter can look at. */
export const eventTextKeys: readonly EventTextKey[] = [
  ...companyTextKeys,
  ...filterFields.map((name) => eventFields[name].filter),
  ...madeTextKeys,
];

/** The same and what a data provider says that the company uses. */
export type TextKey = EventTextKey | 'company_techstack';
export const textKeys: readonly TextKey[] = [...eventTextKeys, 'company_techstack'];

export const textOperators = [
  'equals',
  'not-equals',
  'contains',
  'does-not-contain',
  'starts-with',
  'does-not-start-with',
  'is-empty',
  'is-not-empty',
] as const;

export function takesNoValues(op: (typeof textOperators)[number]): boolean {
  return op === 'is-empty' || op === 'is-not-empty';
}

export const confidenceLevels = ['low', 'medium', 'high'] as const;
