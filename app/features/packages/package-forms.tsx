import type { SubmissionResult } from '@conform-to/react';
import { notificationDownloads } from 'contract/rules/hosting-rules';
import { knownUsername } from 'contract/floor/rules';
import type { AnyRole } from 'contract/accounts/users';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { MemberRoleForm } from '../../forms/member-role-form';
import { SubmitButton } from '../../forms/submit';
import { rolesGivenBy } from '../../text/labels';
import { Name } from '../../ui/name';

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
  action?: string;
  member: { username: string; permission_level: AnyRole };
  by: AnyRole;
  lastResult?: Result;
}

export function LevelForm({ member: { username, permission_level }, by, ...rest }: LevelFormProps) {
  let field = { name: 'permission_level', value: permission_level, word: 'Level' } as const;
  return <MemberRoleForm username={username} options={rolesGivenBy(by)} {...field} {...rest} />;
}

interface NotificationFormProps {
  isEnabled: boolean;
  downloads: number;
  email: string;
  lastResult?: SubmissionResult<string[]>;
}

export function NotificationForm({ isEnabled, downloads, email, lastResult }: NotificationFormProps) {
  let form = useAppForm(lastResult, {
    rules: { downloads: notificationDownloads },
    defaultValue: { enabled: isEnabled, downloads: String(downloads) },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <CheckField
        name="enabled"
        label="Tell me about new companies"
        hint={
          <>
            By email to <Name>{email}</Name>, once for each company. Checked every 15 minutes. New, confident matches
            only.
          </>
        }
      />
      <TextField
        name="downloads"
        label="Triggered at"
        inputMode="numeric"
        autoComplete="off"
        hint="Notify after this many downloads from one company."
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
