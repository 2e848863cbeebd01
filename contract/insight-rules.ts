/** Rules of the fields of filters, corrections and data providers. */
import * as limits from './limits';
import { atMost, rulesOf } from './rules';

export const insightErrors = {
  'filter-value-is-required': [422, 'What should be compared with? Please enter a text.'],
  'filter-is-empty': [422, 'A filter needs at least one condition.'],
  'filter-already-exists': [422, 'This filter already exists.'],
  'too-many-filters': [422, 'There are too many filters. Please remove one first.'],
  'company-is-required': [422, 'Which company is it? Please enter its name or its domain.'],
  'endpoint-network-is-shared': [
    422,
    'Many people and companies have the network of this endpoint. Correct the network itself if all of it is one company.',
  ],
  'variable-name-is-invalid': [422, 'The name of a variable is a text without spaces and control characters.'],
  'too-many-corrections': [422, 'There are too many corrections. Please take one back first.'],
  'api-key-is-required': [422, 'An API key is required.'],
  'invalid-api-key': [422, 'Invalid API key: the data provider does not know it.'],
} as const;

const rule = rulesOf(insightErrors);

/** The value that a property of an event is compared with. */
export const filterValue = rule({ required: 'filter-value-is-required', checks: [atMost(limits.filterValueMax)] });

/** The name of a company, which may be left out where its domain is given. */
export const companyName = rule({ checks: [atMost(limits.companyNameMax)] });

/** A key from a data provider: printable ASCII without spaces. */
export const apiKey = rule({
  required: 'api-key-is-required',
  checks: [atMost(limits.apiKeyMax), { code: 'invalid-api-key', pattern: String.raw`[\x21-\x7e]+` }],
});
