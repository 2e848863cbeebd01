/** Another password. */
import type { SubmissionResult } from '@conform-to/react';
import { confirmPassword, knownPassword, password } from 'contract/account-rules';
import * as limits from 'contract/limits';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import type { FormRules } from '../../forms/rules';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

const rules = { password, confirm_password: confirmPassword };

interface PasswordFormProps {
  /** Whether some accounts enter by GitHub and may have no password. */
  byGithub: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function PasswordForm({ byGithub, lastResult }: PasswordFormProps) {
  let form = useAppForm(lastResult, { rules: { ...rules, ...currentPassword(byGithub) } });
  return (
    <AppForm form={form}>
      <FormError />
      <CurrentPasswordField byGithub={byGithub} />
      <TextField
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`${limits.passwordMin} to ${limits.passwordMax} characters.`}
      />
      <TextField name="confirm_password" label="Repeat new password" type="password" autoComplete="new-password" />
      <div>
        <SubmitButton pending="Changing …">Change password</SubmitButton>
      </div>
    </AppForm>
  );
}

/** The current password may be missing where some accounts have none. */
export function currentPassword(byGithub: boolean): FormRules {
  return byGithub ? {} : { current_password: knownPassword };
}

/** Shown to whoever holds the session, asked of whoever knows the password. */
export function CurrentPasswordField({ byGithub }: { byGithub: boolean }) {
  return (
    <TextField
      name="current_password"
      label="Current password"
      type="password"
      autoComplete="current-password"
      hint={byGithub ? 'Leave this empty if you sign in with GitHub and have no password yet.' : undefined}
    />
  );
}
