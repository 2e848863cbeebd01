/** What roles are called, and which of them a person may give. */
import type { Role } from 'contract/users';

export const roleWords: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

/** Only owners make owners (domain rule). */
export function rolesGivenBy(role: Role): { value: Role; label: string }[] {
  let given: Role[] = role === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member'];
  return given.map((value) => ({ value, label: roleWords[value] }));
}
