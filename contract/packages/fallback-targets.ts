/**
 * Where downloads of a package go while its registry or target does not answer, or limits requests.
 * An own extension of the API.
 */
import { z } from 'zod';
import { LastEvent } from '../rules/fields';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

/** Why a download went to a fallback; empty for all others. */
export const fallbackReasons = ['', 'away', 'rate-limit'] as const;
export type FallbackReason = (typeof fallbackReasons)[number];

/** Why a status sends a download to a fallback; undefined for others. 0 means that none came. */
export function failureOf(status: number): Exclude<FallbackReason, ''> | undefined {
  if (status === 429) return 'rate-limit';
  return status === 0 || status >= 500 ? 'away' : undefined;
}

const targetStates = ['works', 'away', 'rate-limit'] as const;
export type TargetState = (typeof targetStates)[number];

/** In this order: hosts of registries for images, scheme and host for files, URLs for all others. */
const Targets = z
  .array(z.string())
  .max(limits.fallbackTargetsMax, 'too-many-fallback-targets')
  .refine((all) => all.every(({ length }) => length <= limits.urlMax), 'fallback-target-is-too-long');

export const FallbackTargets = z.object({
  /** The registry, or the target of each route. */
  first: z.array(z.string()),
  targets: z.array(z.string()),
  /** Whether they work, of those that were asked. */
  states: z.array(z.object({ target: z.string(), state: z.enum(targetStates), since: z.string().datetime() })),
  /** Downloads of the last 30 days that went to one of them, by reason. */
  downloads: z.object({ away: z.number().int(), rate_limit: z.number().int() }),
  /** The last one; null where there is none. */
  last_at: z.string().datetime().nullable(),
});
export type FallbackTargets = z.infer<typeof FallbackTargets>;

export const SetFallbackTargets = z.object({ targets: Targets });

const ofPackage = {
  path: '/v2/packages/{owner}/{package_id}/fallback-targets',
  tag: 'Packages',
  params: z.object({ owner: z.string(), package_id: z.string() }),
} as const;
const errors = ['owner-not-found', 'package-not-found'] as const;

export const fallbackTargetsApi = {
  getFallbackTargets: route({
    ...ofPackage,
    id: 'getFallbackTargets',
    method: 'GET',
    summary: 'List where downloads go while the registry does not answer, and how many did',
    access: 'read',
    countsEvents: true,
    query: z.object({ last_event: LastEvent }),
    answer: FallbackTargets,
    errors,
  }),

  setFallbackTargets: route({
    ...ofPackage,
    id: 'setFallbackTargets',
    method: 'PUT',
    summary: 'Set up to three targets, in order of preference; an empty list removes them',
    access: 'write',
    body: SetFallbackTargets,
    errors: [
      ...errors,
      'backend-registry-is-empty',
      'backend-registry-has-invalid-characters',
      'repository-url-is-empty',
      'repository-url-invalid',
      'repository-url-is-own-domain',
      'redirect-target-is-own-domain',
      'fallback-host-is-invalid',
      'fallback-target-is-the-first',
      'fallback-target-is-repeated',
      'fallback-target-is-private',
      'first-target-is-private',
      'too-many-fallback-targets',
      'fallback-target-is-too-long',
    ],
  }),
};
