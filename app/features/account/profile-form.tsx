import type { SubmissionResult } from '@conform-to/react';
import { username as usernameRule } from 'contract/rules/account-rules';
import { textRule } from 'contract/floor/rules';
import * as limits from 'contract/floor/limits';
import type { User } from 'contract/accounts/users';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

const name = textRule(limits.personNameMax);
const rules = { username: usernameRule, first_name: name, last_name: name };

interface ProfileFormProps {
  user: Pick<User, 'username' | 'first_name' | 'last_name'>;
  exampleHost: string;
  lastResult?: SubmissionResult<string[]>;
}

export function ProfileForm({ user, exampleHost, lastResult }: ProfileFormProps) {
  let { username, first_name, last_name } = user;
  let form = useAppForm(lastResult, { rules, defaultValue: { username, first_name, last_name } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="username"
        label="Username"
        autoComplete="username"
        spellCheck={false}
        hint={
          <>
            Letters, digits and hyphens. Renaming changes your download URLs (now{' '}
            <b className="wrap-anywhere">{exampleHost}</b>). Old URLs keep working and the old name stays reserved for
            you.
          </>
        }
      />
      <TextField name="first_name" label="First name" optional autoComplete="given-name" />
      <TextField name="last_name" label="Last name" optional autoComplete="family-name" />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
