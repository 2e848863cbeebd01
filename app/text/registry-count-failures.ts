/** Why a registry's counts cannot be fetched, as the end of a sentence. */
import type { RegistryCountsFailure } from 'contract/analytics/registry-counts';

export const countFailures: Record<RegistryCountsFailure, (registry: string) => string> = {
  'unknown-package': (registry) => `${registry} does not know this package`,
  'too-many-requests': (registry) => `too many requests to ${registry}`,
  'no-answer': (registry) => `${registry} did not respond`,
  'not-understood': (registry) => `unexpected response from ${registry}`,
  'private-address': () => 'its URL is on a private network',
};
