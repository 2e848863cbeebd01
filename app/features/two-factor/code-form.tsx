/** Forms that end in a code of the authenticator app. */
import type { SubmissionResult } from '@conform-to/react';
import { knownPassword, twoFactorCode } from 'contract/account-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import type { ButtonVariant } from '../../ui/button';

const rules = { code: twoFactorCode, password: knownPassword };

interface CodeFormProps {
  button: string;
  variant?: ButtonVariant;
  hint: string;
  /** Asks for the account's password as well. */
  withPassword?: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function CodeForm({ button, variant, hint, withPassword = false, lastResult }: CodeFormProps) {
  let form = useAppForm(lastResult, { rules });
  return (
    <AppForm form={form}>
      <FormError />
      {withPassword && <TextField name="password" label="Password" type="password" autoComplete="current-password" />}
      <TextField name="code" label="Code" hint={hint} autoComplete="one-time-code" spellCheck={false} />
      <div>
        <SubmitButton variant={variant} pending="One moment …">
          {button}
        </SubmitButton>
      </div>
    </AppForm>
  );
}
