/** Rules of the fields of packages whose clients ask a registry by name. */
import { hostingErrors } from './hosting-rules';
import * as limits from '../limits';
import { atMost, rulesOf } from '../shared/rules';

export const registryErrors = {
  'repository-url-is-empty': [422, 'Enter a registry URL.'],
  'repository-url-invalid': [422, 'Enter a registry URL such as https://registry.example, without a password.'],
  'registry-counts-not-available': [422, 'Registry counts are not available for this package type.'],
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
