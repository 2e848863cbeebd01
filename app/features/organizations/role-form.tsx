/** Gives a member another role; posts to the member's own page, which shows a refusal. */
import type { SubmissionResult } from '@conform-to/react';
import type { AnyRole } from 'contract/accounts/users';
import { MemberRoleForm } from '../../forms/member-role-form';
import { paths } from '../../links/paths';
import { rolesGivenBy } from '../../text/labels';

interface RoleFormProps {
  organization: string;
  member: { username: string; role: AnyRole };
  /** Role of the person who gives it. */
  by: AnyRole;
  lastResult?: SubmissionResult<string[]>;
}

export function RoleForm({ organization, member: { username, role }, by, ...rest }: RoleFormProps) {
  let action = paths.organizationMember(organization, username);
  let field = { name: 'role', value: role, word: 'Role' } as const;
  return <MemberRoleForm action={action} username={username} options={rolesGivenBy(by)} {...field} {...rest} />;
}
