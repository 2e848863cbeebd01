/** The words of filters: what can be looked at and how. Free of zod, so that forms in the browser can list them. */

/** Texts of an event that a filter can look at. */
export const eventTextKeys = [
  'company_name',
  'company_domain',
  'company_cloud_provider',
  'request_domain',
  'request_user_agent',
  'request_referrer',
  'request_platform',
  'request_version',
  'request_origin_country',
  'request_origin_state',
  'request_origin_city',
  'request_origin_zipcode',
] as const;
export type EventTextKey = (typeof eventTextKeys)[number];

/** And texts about its company: what a data provider says it uses. */
export const textKeys = [...eventTextKeys, 'company_techstack'] as const;
export type TextKey = (typeof textKeys)[number];

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

export const confidenceLevels = ['low', 'medium', 'high'] as const;
