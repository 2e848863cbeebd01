/**
 * Versions of a package that the gateway no longer serves: it refuses them with a message, or sends
 * requests for a file to another version. An own extension of the API.
 */
import { z } from 'zod';
import { text } from '../fields';
import * as limits from '../limits';
import { route } from '../route';
import type { PackageType } from './package-types/list';

/** What the edge needs to know. `redirectTo` is empty for a version that is refused. */
export interface WithdrawnRule {
  packageId: string;
  type: PackageType;
  version: string;
  message: string;
  redirectTo: string;
}

export const WithdrawnVersion = z.object({
  /** As reports show it; for images a tag, or a digest. */
  version: z.string(),
  /** What clients show, as far as they show anything. */
  message: z.string(),
  /** The version that is sent instead; null if requests are refused. */
  redirect_to: z.string().nullable(),
  /** Username; null when that account was deleted. */
  created_by: z.string().nullable(),
  created_at: z.string().datetime(),
});
export type WithdrawnVersion = z.infer<typeof WithdrawnVersion>;

const Version = text(limits.versionMax);
const line = (value: string) => value.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Line breaks of the message become spaces. */
export const WithdrawVersion = z.object({
  version: Version,
  message: text(limits.withdrawalMessageMax).transform(line),
  redirect_to: z
    .string()
    .trim()
    .max(limits.versionMax, 'field-is-too-long')
    .nullable()
    .default(null)
    .transform((version) => version || null),
});
export type WithdrawVersion = z.output<typeof WithdrawVersion>;

const ofPackage = {
  path: '/v2/packages/{owner}/{package_id}/withdrawn-versions',
  tag: 'Packages',
  params: z.object({ owner: z.string(), package_id: z.string() }),
} as const;
const errors = ['owner-not-found', 'package-not-found'] as const;

export const withdrawnVersionsApi = {
  getWithdrawnVersions: route({
    ...ofPackage,
    id: 'getWithdrawnVersions',
    method: 'GET',
    summary: 'List the withdrawn versions of a package',
    access: 'read',
    answer: z.object({ results: z.array(WithdrawnVersion) }),
    errors,
  }),

  withdrawVersion: route({
    ...ofPackage,
    id: 'withdrawVersion',
    method: 'PUT',
    summary: 'Withdraw a version, or change its message',
    access: 'write',
    body: WithdrawVersion,
    answer: WithdrawnVersion,
    errors: [
      ...errors,
      'field-is-required',
      'field-is-too-long',
      'redirect-needs-a-file-package',
      'redirect-leads-to-itself',
      'too-many-withdrawn-versions',
    ],
  }),

  restoreVersion: route({
    ...ofPackage,
    id: 'restoreVersion',
    method: 'DELETE',
    summary: 'Serve a withdrawn version again',
    access: 'write',
    body: z.object({ version: Version }),
    errors: [...errors, 'version-not-withdrawn'],
  }),
};
