/** What roles are called, and which of them a person may give. */
import type { AnyRole, Role } from 'contract/users';

export const roleWords: Record<AnyRole, string> = { owner: 'Owner', admin: 'Admin', member: 'Member', others: 'Other' };

/** Whether the role manages what belongs to its owner. */
export function manages(role: AnyRole): boolean {
  return role === 'owner' || role === 'admin';
}

/** Only owners make owners (domain rule). */
export function rolesGivenBy(role: AnyRole): { value: Role; label: string }[] {
  let given: Role[] = role === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member'];
  return given.map((value) => ({ value, label: roleWords[value] }));
}
