/** The members of an organization; whoever may change one finds the means on their line. */
import type { OrganizationMember } from 'contract/organizations';
import type { Role } from 'contract/users';
import { paths } from '../../paths';
import { LinkButton } from '../../ui/button';
import { Cell, type Column, Table } from '../../ui/table';
import { RoleForm } from './role-form';
import { roleWords } from '../../role-words';

interface MemberTableProps {
  organization: string;
  members: readonly OrganizationMember[];
  /** Role and name of the person who looks. */
  by: Role;
  username: string;
}

export function MemberTable({ organization, members, by, username }: MemberTableProps) {
  let manages = by !== 'member';
  let columns: Column[] = [{ label: 'Username' }, { label: 'Role' }];
  if (manages) columns.push({ label: 'Remove', hiddenLabel: true });
  return (
    <Table caption="Members" columns={columns}>
      {members.map((member) => {
        let mayChange = manages && (by === 'owner' || member.role !== 'owner');
        return (
          <tr key={member.user_id}>
            <Cell rowHeader className="break-words">
              {member.username}
              {member.username === username && <span className="font-normal text-muted"> (you)</span>}
            </Cell>
            <Cell>
              {mayChange ? (
                <RoleForm key={member.role} organization={organization} member={member} by={by} inline />
              ) : (
                roleWords[member.role]
              )}
            </Cell>
            {manages && (
              <Cell numeric>
                {mayChange && member.username !== username && (
                  <LinkButton
                    to={paths.organizationMemberDelete(organization, member.username)}
                    size="sm"
                    variant="danger-outline"
                  >
                    Remove<span className="sr-only"> {member.username}</span>
                  </LinkButton>
                )}
              </Cell>
            )}
          </tr>
        );
      })}
    </Table>
  );
}
