/**
 * The people on a package of a person: who may see, change or manage it; whoever may change one
 * finds the means on their line.
 */
import type { PackagePermission } from 'contract/permissions';
import type { AnyRole } from 'contract/users';
import { counted } from '../../charts/numbers';
import { paths } from '../../paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { MemberTable } from '../../forms/member-table';
import { manages } from '../../role-labels';

interface MembersProps {
  item: { owner: string; type: string; name: string };
  members: readonly PackagePermission[];
  /** Level and name of the person who looks. */
  by: AnyRole;
  username: string;
}

export function MembersCard({ item: { owner, type, name }, members, by, username }: MembersProps) {
  let isManager = manages(by);
  let isGuest = members.some((member) => member.username === username) && username !== owner;
  return (
    <Card
      title={counted(members.length, 'Member')}
      description="Who sees this package besides its owner. Admins change it, members read."
      flush
      actions={
        <>
          {isManager && (
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
      <MemberTable
        caption="Manage members"
        field={{ name: 'permission_level', word: 'Level' }}
        members={members.map(({ permission_level, ...member }) => ({ ...member, role: permission_level }))}
        by={by}
        username={username}
        mayChange={(member) => isManager && member.username !== owner && (by === 'owner' || !manages(member.role))}
        pathOf={(member) => paths.packageMember(owner, type, name, member)}
        removalPathOf={(member) => paths.packageMemberDelete(owner, type, name, member)}
      />
    </Card>
  );
}
