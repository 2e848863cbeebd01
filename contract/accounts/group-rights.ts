/** Rights that groups of a single sign-on provider give: the setting OIDC_ROLES. */
import { z } from 'zod';

const GivenRole = z.enum(['admin', 'member']);

/** A group of the provider, and what its people are here. */
export type GroupRight =
  { group: string; organization: string; role: z.infer<typeof GivenRole> } | { group: string; organization: null };

/**
 * Reads `engineers=acme:member, leads=acme:admin, ops=platform-admin`. Throws an Error that says
 * which part is wrong.
 */
export function readGroupRights(text: string): GroupRight[] {
  let parts = text.split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    let [, group = '', right = ''] = /^(.+?)\s*=\s*([^=]+)$/.exec(part) ?? [];
    if (group && right === 'platform-admin') return { group, organization: null };
    let [organization = '', given] = right.split(':');
    let role = GivenRole.safeParse(given);
    if (!group || !organization || !role.success)
      throw new Error(`has "${part}", which is not like group=organization:member, :admin or group=platform-admin`);
    return { group, organization, role: role.data };
  });
}
