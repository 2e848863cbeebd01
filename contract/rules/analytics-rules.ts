/** Rules of the fields of filters, corrections and data providers. */
import * as limits from '../floor/limits';
import { atMost, rulesOf } from '../floor/rules';

const apiKeyMax = 300;

export const analyticsErrors = {
  'filter-value-is-required': [422, 'Enter a value.'],
  'filter-is-empty': [422, 'Add at least one condition.'],
  'company-is-required': [422, 'Enter the name or domain of the company.'],
  'api-key-is-required': [422, 'Enter an API key.'],
  'invalid-api-key': [422, 'Invalid API key.'],
} as const;

const rule = rulesOf(analyticsErrors);

export const filterValue = rule({ required: 'filter-value-is-required', checks: [atMost(limits.filterValueMax)] });

/** One of several values; empty means an unknown property. */
export const filterValueOrNone = rule({ checks: [atMost(limits.filterValueMax)] });

/** The name of a company, which may be left out where its domain is given. */
export const companyName = rule({ checks: [atMost(limits.companyNameMax)] });

export const apiKey = rule({
  required: 'api-key-is-required',
  checks: [atMost(apiKeyMax), { code: 'invalid-api-key', pattern: String.raw`[\x21-\x7e]+` }],
});
