/** Badges of a package: public numbers as images for a README. Each is off by default. */
import { z } from 'zod';
import { route } from '../rules/route';

/**
 * `downloads`: all that are stored. `newest-version`: its share in the downloads of the last 30
 * days. `companies`: how many there were in the last calendar month.
 */
export const BadgeKind = z.enum(['downloads', 'newest-version', 'companies']);
export type BadgeKind = z.infer<typeof BadgeKind>;

const PackageParams = z.object({ owner: z.string(), package_id: z.string() });
const badges = {
  tag: 'Packages',
  path: '/v2/packages/{owner}/{package_id}/badges',
  params: PackageParams,
  answer: z.object({ on: z.array(BadgeKind) }),
  errors: ['package-not-found'],
} as const;

/**
 * What a badge says: `part` of `whole` for a share. `version` is that of the newest-version badge.
 */
export const BadgeNumbers = z.object({
  kind: BadgeKind,
  part: z.number().int(),
  whole: z.number().int().optional(),
  version: z.string().optional(),
});
export type BadgeNumbers = z.infer<typeof BadgeNumbers>;

export const badgesApi = {
  getPackageBadges: route({
    ...badges,
    id: 'getPackageBadges',
    method: 'GET',
    access: 'read',
    summary: 'List public badges of a package',
  }),

  setPackageBadges: route({
    ...badges,
    id: 'setPackageBadges',
    method: 'PUT',
    access: 'write',
    summary: 'Enable these badges of a package and disable all others',
    body: z.object({ on: z.array(BadgeKind).max(BadgeKind.options.length) }),
  }),

  getPublicBadge: route({
    id: 'getPublicBadge',
    method: 'GET',
    path: '/v3/public/badges/{package_id}/{badge}',
    summary: 'Get the numbers of a badge; not found if it is off',
    tag: 'Packages',
    access: 'anyone',
    params: z.object({ package_id: z.string(), badge: z.string() }),
    answer: BadgeNumbers,
    errors: ['not-found', 'too-many-requests', 'question-is-too-large', 'events-are-unavailable'],
  }),
};
