/** Forms that end in a code of the authenticator app. */
import type { SubmissionResult } from '@conform-to/react';
import { twoFactorCode } from 'contract/account-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Identity, IdentityField, identityRules } from '../../forms/identity';
import { SubmitButton } from '../../forms/submit';
import type { ButtonVariant } from '../../ui/button';

const rules = { code: twoFactorCode };

interface CodeFormProps {
  button: string;
  variant?: ButtonVariant;
  hint: string;
  /** Asks as well who is there. */
  identity?: Identity;
  lastResult?: SubmissionResult<string[]>;
}

export function CodeForm({ button, variant, hint, identity, lastResult }: CodeFormProps) {
  let form = useAppForm(lastResult, { rules: { ...rules, ...(identity && identityRules({ identity })) } });
  return (
    <AppForm form={form}>
      <FormError />
      {identity && <IdentityField identity={identity} />}
      <TextField name="code" label="Code" hint={hint} autoComplete="one-time-code" spellCheck={false} />
      <div>
        <SubmitButton variant={variant} pending="One moment …">
          {button}
        </SubmitButton>
      </div>
    </AppForm>
  );
}
