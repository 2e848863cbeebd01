/** Another role for one member; posts to the member's own page, which shows a refusal. */
import type { SubmissionResult } from '@conform-to/react';
import type { Role } from 'contract/users';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField } from '../../forms/fields';
import { FormError, SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { rolesGivenBy } from '../../role-words';

interface RoleFormProps {
  organization: string;
  member: { username: string; role: Role };
  /** Role of the person who gives it. */
  by: Role;
  /** On a line of a table: without the label in sight. */
  inline?: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function RoleForm({ organization, member, by, inline = false, lastResult }: RoleFormProps) {
  let { username, role } = member;
  let form = useAppForm(lastResult, { id: `role-${username}`, defaultValue: { role } });
  let label = inline ? <span className="sr-only">Role of {username}</span> : 'Role';
  return (
    <AppForm
      form={form}
      action={paths.organizationMember(organization, username)}
      className={inline ? 'flex min-w-24 flex-col gap-1 sm:flex-row sm:items-center sm:gap-2' : undefined}
    >
      {!inline && <FormError />}
      <SelectField name="role" label={label} options={rolesGivenBy(by)} />
      <div>
        <SubmitButton size={inline ? 'sm' : 'md'} variant={inline ? 'outline' : 'primary'} pending="Saving …">
          Save<span className="sr-only"> the role of {username}</span>
        </SubmitButton>
      </div>
    </AppForm>
  );
}
