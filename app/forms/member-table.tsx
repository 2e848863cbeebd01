/** Members of an organization or a package, with controls for each. */
import type { AnyRole } from 'contract/accounts/users';
import { PostForm } from './post-form';
import { inputClass } from './field-frame';
import { SubmitButton } from './submit';
import { isSameOwner } from '../links/paths';
import { isManagerRole, rolesGivenBy, roleLabels } from '../text/labels';
import { LinkButton } from '../ui/button';
import { TableCell, type TableColumn, TableRow, Table } from '../ui/table';

interface RoleField {
  name: 'role' | 'permission_level';
  word: 'Role' | 'Level';
}

interface MemberRow {
  user_id: string;
  username: string;
  role: AnyRole;
}

interface MemberTableProps {
  caption: string;
  field: RoleField;
  members: readonly MemberRow[];
  by: AnyRole;
  username: string;
  mayChange: (member: MemberRow) => boolean;
  /** Pages of a member: one accepts a new role and shows errors, the other removes the member. */
  pathOf: (username: string) => string;
  removalPathOf: (username: string) => string;
}

export function MemberList(props: MemberTableProps) {
  let { caption, field, members, by, username, mayChange, pathOf, removalPathOf } = props;
  let isManager = isManagerRole(by);
  return (
    <Table caption={caption} columns={columnsFor(field, isManager)}>
      {members.map((member) => (
        <TableRow key={member.user_id}>
          <TableCell rowHeader className="break-words">
            {member.username}
            {isSameOwner(member.username, username) && <span className="font-normal text-muted"> (you)</span>}
          </TableCell>
          <TableCell>
            {mayChange(member) ? (
              <RoleInRow key={member.role} action={pathOf(member.username)} field={field} member={member} by={by} />
            ) : (
              roleLabels[member.role]
            )}
          </TableCell>
          {isManager && (
            <TableCell numeric>
              {mayChange(member) && !isSameOwner(member.username, username) && (
                <LinkButton to={removalPathOf(member.username)} size="sm" variant="danger-outline">
                  Remove<span className="sr-only"> {member.username}</span>
                </LinkButton>
              )}
            </TableCell>
          )}
        </TableRow>
      ))}
    </Table>
  );
}

function columnsFor({ word }: RoleField, isManager: boolean): TableColumn[] {
  let columns: TableColumn[] = [{ label: 'Username' }, { label: word }];
  return isManager ? [...columns, { label: 'Remove', hiddenLabel: true }] : columns;
}

interface RoleInRowProps {
  action: string;
  field: RoleField;
  member: MemberRow;
  by: AnyRole;
}

/**
 * A plain form: its values are always valid, and the package page need not load the form library.
 */
function RoleInRow({ action, field: { name, word }, member: { username, role }, by }: RoleInRowProps) {
  let small = word.toLowerCase();
  return (
    <PostForm action={action} className="flex min-w-24 flex-col gap-1 sm:flex-row sm:items-center sm:gap-2">
      <select
        name={name}
        aria-label={`${word} of ${username}`}
        defaultValue={role}
        className={`${inputClass} max-sm:px-1`}
      >
        {rolesGivenBy(by).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <div>
        <SubmitButton size="sm" variant="outline" pending="Saving …">
          Save<span className="sr-only">{` the ${small} of ${username}`}</span>
        </SubmitButton>
      </div>
    </PostForm>
  );
}
