/**
 * What a registry itself says about the downloads of a package, a number for each day: fetched once
 * a day or uploaded, for packages whose owners want it.
 */
import { z } from 'zod';
import { DayText } from '../rules/fields';
import { route } from '../rules/route';
import { uploadErrors, UploadedCounts, uploadedDaysMax } from './uploaded-counts';

/**
 * Why the last fetch failed. `no-answer`: not reached, too slow, or an error of the registry.
 * `not-understood`: an answer of another shape, a redirect, or one that is too long.
 */
export const RegistryCountsFailure = z.enum([
  'unknown-package',
  'too-many-requests',
  'no-answer',
  'not-understood',
  'private-address',
]);
export type RegistryCountsFailure = z.infer<typeof RegistryCountsFailure>;

const Moment = z.string().datetime().nullable();

const RegistryCountsState = z.object({
  /** Whether this installation can fetch counts of this package. */
  is_available: z.boolean(),
  /** Who counts this package, such as `PyPI`; `Registry` for all that are not fetched anywhere. */
  registry: z.string(),
  /** Whether counts are fetched or were uploaded. */
  is_on: z.boolean(),
  /** False for counts that were only uploaded. */
  is_fetched: z.boolean(),
  /** The last fetch that succeeded; null before there is one. */
  fetched_at: Moment,
  /** The first failure since; null where the last fetch succeeded. What was fetched stays. */
  failing_since: Moment,
  failure: z.union([RegistryCountsFailure, z.null()]),
  /** The first and the last day that is stored; null without one. */
  first_day: DayText.nullable(),
  last_day: DayText.nullable(),
});

/** Days that the registry has not counted yet are missing. */
export const RegistryCounts = RegistryCountsState.extend({
  /**
   * All downloads there ever were, of a registry that tells no days: a day has the difference of
   * two totals. Null for others, and before the first fetch.
   */
  total: z.number().int().nullable(),
  /** Downloads through the gateway on the listed days, without filters. */
  gateway_downloads: z.number().int(),
  downloads: z.array(z.object({ day: DayText, downloads: z.number().int().nonnegative() })),
});
export type RegistryCounts = z.infer<typeof RegistryCounts>;

const counts = {
  tag: 'Insights',
  path: '/v2/packages/{owner}/{package_id}/registry-counts',
  params: z.object({ owner: z.string(), package_id: z.string() }),
} as const;

export const registryCountsApi = {
  /** Both days are included (UTC); without them, the last 30 days. */
  getRegistryCounts: route({
    ...counts,
    id: 'getRegistryCounts',
    method: 'GET',
    access: 'read',
    summary: 'Get daily downloads reported by the registry',
    query: z.object({ start_date: DayText.optional(), end_date: DayText.optional() }),
    answer: RegistryCounts,
    errors: ['package-not-found', 'range-invalid', 'range-too-long'],
  }),

  setRegistryCounts: route({
    ...counts,
    id: 'setRegistryCounts',
    method: 'PUT',
    access: 'write',
    summary: 'Turn daily registry counts on, or off and delete them',
    body: z.object({ is_on: z.boolean() }),
    answer: RegistryCountsState,
    errors: ['package-not-found', 'registry-counts-not-available'],
  }),

  /** Days in UTC. Where they can be fetched, they are from now on. */
  uploadRegistryCounts: route({
    ...counts,
    id: 'uploadRegistryCounts',
    method: 'POST',
    access: 'write',
    summary: 'Upload daily registry counts; days that are stored already are replaced',
    // More than as many days as fit, so that one too many is refused as such.
    bodyValuesMax: 4 * uploadedDaysMax,
    body: z.object({ downloads: UploadedCounts }),
    answer: RegistryCountsState,
    errors: ['package-not-found', ...uploadErrors],
  }),
};
