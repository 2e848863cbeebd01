/** Rules of the fields of packages whose clients ask a registry by name. */
import { hostingErrors } from './hosting-rules';
import * as limits from '../floor/limits';
import { atMost, rulesOf } from '../floor/rules';

export const registryErrors = {
  'repository-url-is-empty': [422, 'Enter a registry URL.'],
  'repository-url-invalid': [422, 'Enter a registry URL such as https://registry.example, without a password.'],
  'registry-counts-not-available': [422, 'Registry counts are not available for this package type.'],
  'registry-count-is-invalid': [422, 'Enter a day such as 2026-11-23 and a whole number of downloads.'],
  'registry-count-day-is-out-of-range': [422, 'Enter a day from 2000-01-01 until today.'],
  'registry-count-day-is-repeated': [422, 'This day occurs twice. Remove one.'],
  'too-many-registry-counts': [422, 'Upload at most 4,000 days.'],
} as const;

const rule = rulesOf({ ...hostingErrors, ...registryErrors });

/**
 * The URL of a registry. Without user, password, query and fragment: it is shown, and paths are
 * appended to it.
 */
export const repositoryUrl = rule({
  required: 'repository-url-is-empty',
  checks: [atMost(limits.urlMax), { code: 'repository-url-invalid', met: isPlainAddress }],
});

function isPlainAddress(text: string): boolean {
  let url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`;
}

/** Name of a package that matches a pattern of `package-types/registry-names.ts`. */
export function packageName(pattern: string) {
  return rule({
    required: 'package-name-is-empty',
    checks: [atMost(limits.artifactNameMax), { code: 'package-name-is-invalid', pattern }],
  });
}
