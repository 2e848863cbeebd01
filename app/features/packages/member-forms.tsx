/** The forms about one person on a package: added with a level, or given another one. */
import type { SubmissionResult } from '@conform-to/react';
import type { Role } from 'contract/users';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField, TextField } from '../../forms/fields';
import { FormError, SubmitButton } from '../../forms/submit';
import { rolesGivenBy } from '../../role-words';

type Result = SubmissionResult<string[]> | undefined;

/** `by`: level of the person who adds. */
export function AddMemberForm({ by, lastResult }: { by: Role; lastResult?: Result }) {
  let form = useAppForm(lastResult, { defaultValue: { permission_level: 'member' } });
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
  member: { username: string; permission_level: Role };
  /** Level of the person who gives it. */
  by: Role;
  /** On a line of a table: without the label in sight. */
  inline?: boolean;
  lastResult?: Result;
}

export function LevelForm({ action, member, by, inline = false, lastResult }: LevelFormProps) {
  let { username, permission_level } = member;
  let form = useAppForm(lastResult, { id: `level-${username}`, defaultValue: { permission_level } });
  let label = inline ? <span className="sr-only">Level of {username}</span> : 'Level';
  return (
    <AppForm
      form={form}
      action={action}
      className={inline ? 'flex min-w-24 flex-col gap-1 sm:flex-row sm:items-center sm:gap-2' : undefined}
    >
      {!inline && <FormError />}
      <SelectField name="permission_level" label={label} options={rolesGivenBy(by)} />
      <div>
        <SubmitButton size={inline ? 'sm' : 'md'} variant={inline ? 'outline' : 'primary'} pending="Saving …">
          Save<span className="sr-only"> the level of {username}</span>
        </SubmitButton>
      </div>
    </AppForm>
  );
}
