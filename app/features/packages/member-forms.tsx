/** The forms about one person on a package: added with a level, or given another one. */
import type { SubmissionResult } from '@conform-to/react';
import { knownUsername } from 'contract/rules';
import type { AnyRole } from 'contract/users';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { MemberRoleForm } from '../../forms/member-role-form';
import { SubmitButton } from '../../forms/submit';
import { rolesGivenBy } from '../../role-labels';

type Result = SubmissionResult<string[]> | undefined;

/** `by`: level of the person who adds. */
export function AddMemberForm({ by, lastResult }: { by: AnyRole; lastResult?: Result }) {
  let form = useAppForm(lastResult, {
    rules: { username: knownUsername },
    defaultValue: { permission_level: 'member' },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="username" label="Username" autoComplete="off" spellCheck={false} />
      <SelectField
        name="permission_level"
        label="Level"
        hint="Members read, admins change the package, owners manage its members as well."
        options={rolesGivenBy(by)}
      />
      <div>
        <SubmitButton pending="Adding …">Add user</SubmitButton>
      </div>
    </AppForm>
  );
}

interface LevelFormProps {
  /** The member's own page, which shows a refusal. */
  action?: string;
  member: { username: string; permission_level: AnyRole };
  /** Level of the person who gives it. */
  by: AnyRole;
  lastResult?: Result;
}

export function LevelForm({ member: { username, permission_level }, by, ...rest }: LevelFormProps) {
  let field = { name: 'permission_level', value: permission_level, word: 'Level' } as const;
  return <MemberRoleForm username={username} options={rolesGivenBy(by)} {...field} {...rest} />;
}
