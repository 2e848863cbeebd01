/** The people on a package of a person: who may see, change or manage it; whoever may change one finds the means on their line. */
import type { PackagePermission } from 'contract/permissions';
import type { Role } from 'contract/users';
import { counted } from '../../charts/numbers';
import { paths } from '../../paths';
import { roleWords } from '../../role-words';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Cell, type Column, Table } from '../../ui/table';
import { LevelForm } from './member-forms';

interface MembersProps {
  item: { owner: string; type: string; name: string };
  members: readonly PackagePermission[];
  /** Level and name of the person who looks. */
  by: Role;
  username: string;
}

export function MembersCard({ item: { owner, type, name }, members, by, username }: MembersProps) {
  let manages = by !== 'member';
  let isGuest = members.some((member) => member.username === username) && username !== owner;
  return (
    <Card
      title={counted(members.length, 'Member')}
      description="Who sees this package besides its owner. Admins change it, members read."
      flush
      actions={
        <>
          {manages && (
            <LinkButton to={paths.packageMembers(owner, type, name)} variant="outline" size="sm">
              + Add user
            </LinkButton>
          )}
          {isGuest && (
            <LinkButton to={paths.packageLeave(owner, type, name)} variant="danger-outline" size="sm">
              Leave
            </LinkButton>
          )}
        </>
      }
    >
      <Table caption="Manage members" columns={columnsFor(manages)}>
        {members.map((member) => {
          let mayChange =
            manages && member.username !== owner && (by === 'owner' || member.permission_level === 'member');
          return (
            <tr key={member.user_id}>
              <Cell rowHeader className="break-words">
                {member.username}
                {member.username === username && <span className="font-normal text-muted"> (you)</span>}
              </Cell>
              <Cell>
                {mayChange ? (
                  <LevelForm
                    key={member.permission_level}
                    action={paths.packageMember(owner, type, name, member.username)}
                    member={member}
                    by={by}
                    inline
                  />
                ) : (
                  roleWords[member.permission_level]
                )}
              </Cell>
              {manages && (
                <Cell numeric>
                  {mayChange && member.username !== username && (
                    <LinkButton
                      to={paths.packageMemberDelete(owner, type, name, member.username)}
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
    </Card>
  );
}

function columnsFor(manages: boolean): Column[] {
  let columns: Column[] = [{ label: 'Username' }, { label: 'Level' }];
  return manages ? [...columns, { label: 'Remove', hiddenLabel: true }] : columns;
}
