/**
 * Versions of a package that the gateway no longer serves: it refuses them with a message, or sends
 * requests for a file to another version. An own extension of the API.
 */
import { z } from 'zod';
import { printableText, text } from '../rules/fields';
import * as limits from '../floor/limits';
import { printable } from '../floor/printable';
import { route } from '../rules/route';
import { entryFor } from './major-versions';
import type { PackageType } from './package-types/list';
import { releaseOf } from './python-names';

/** What the edge needs to know. `redirectTo` is empty for a version that is refused. */
export interface WithdrawnRule {
  packageId: string;
  type: PackageType;
  /** Its `withdrawnName`. */
  version: string;
  message: string;
  redirectTo: string;
  /** Served, although others with its major number are refused. */
  isServed?: true;
}

/** Their indexes can mark versions: npm as deprecated with a message, the others as yanked. */
export const markedTypes = ['npm', 'python', 'cargo'] as const satisfies PackageType[];

/** Whether indexes of a type can mark versions. */
export function marksVersions(type: PackageType): type is (typeof markedTypes)[number] {
  return markedTypes.some((one) => one === type);
}

export const WithdrawnVersion = z.object({
  /** As reports show it; for images a tag, or a digest. For other types `3.x` is all with this major number. */
  version: z.string(),
  /** What clients show, as far as they show anything. */
  message: z.string(),
  /** The version that is sent instead; null if requests are refused. */
  redirect_to: z.string().nullable(),
  /** Whether it is still served, and only marked in indexes. */
  is_served: z.boolean(),
  /** Username; null when that account was deleted. */
  created_by: z.string().nullable(),
  created_at: z.string().datetime(),
});
export type WithdrawnVersion = z.infer<typeof WithdrawnVersion>;

/** The entry that applies to a version: its own, or that of its major number. */
export function withdrawalOf(type: PackageType, version: string, entries: readonly WithdrawnVersion[]) {
  return entryFor(version, (name) =>
    name === version || type !== 'docker'
      ? entries.find((one) => withdrawnName(type, one.version) === withdrawnName(type, name))
      : undefined,
  );
}

/** The name under which rules of the edge have a version. */
export function withdrawnName(type: PackageType, version: string): string {
  return type === 'python' ? releaseOf(version) : version;
}

/** Versions are cleaned like those of events, and the line breaks of the message become spaces. */
export const WithdrawVersion = z.object({
  version: printableText(limits.versionMax),
  message: printableText(limits.withdrawalMessageMax).transform((typed) => typed.replace(/\s+/gu, ' ')),
  redirect_to: z
    .string()
    .trim()
    .max(limits.versionMax, 'field-is-too-long')
    .nullable()
    .default(null)
    .transform((version) => (version && printable(version, limits.versionMax)) || null),
  /** Only for types whose indexes can mark versions: npm, Python and Cargo. */
  is_served: z.union([z.boolean(), z.enum(['true', 'false']).transform((v) => v === 'true')]).default(false),
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
      'version-cannot-be-marked',
      'too-many-withdrawn-versions',
    ],
  }),

  restoreVersion: route({
    ...ofPackage,
    id: 'restoreVersion',
    method: 'DELETE',
    summary: 'Serve a withdrawn version again; with the last one, alerts about those of the package are deleted',
    access: 'write',
    // As it is stored, also where it was before versions were cleaned.
    body: z.object({ version: text(limits.versionMax) }),
    answer: z.object({ deleted_alerts: z.number().int() }),
    errors: [...errors, 'version-not-withdrawn'],
  }),
};
