/** The steps about one account that ask once more: its suspension, and a password reset. */
import type { SubmissionResult } from '@conform-to/react';
import type { AdministeredOwner } from 'contract/account-administration';
import * as limits from 'contract/limits';
import { textRule } from 'contract/rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Identity, IdentityField, identityRules } from '../../forms/identity';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { LinkButton } from '../../ui/button';

interface SuspensionFormProps {
  owner: Pick<AdministeredOwner, 'name' | 'type'>;
  identity: Identity;
  lastResult: SubmissionResult<string[]> | undefined;
}

const reason = textRule(limits.suspensionReasonMax);

/** Suspends an owner: says what that means, and asks why. */
export function SuspensionForm({ owner: { name, type }, identity, lastResult }: SuspensionFormProps) {
  let form = useAppForm(lastResult, { rules: { reason, ...identityRules({ identity }) } });
  return (
    <AppForm form={form}>
      <FormError />
      <p className="max-w-prose">
        {type === 'user'
          ? 'The person cannot sign in, and their sessions and API tokens are refused at once.'
          : 'Its members still see everything, but cannot change anything.'}{' '}
        Downloads go on. You can lift the suspension at any time.
      </p>
      <TextField
        name="reason"
        label="Reason"
        hint={
          type === 'user'
            ? 'The person reads it in a mail and in the audit log.'
            : 'Its owners read it in a mail and in the audit log.'
        }
        optional
      />
      <IdentityField identity={identity} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="danger" pending="Suspending …">
          Suspend
        </SubmitButton>
        <LinkButton to={paths.adminOwner(name)} variant="outline">
          Cancel
        </LinkButton>
      </div>
    </AppForm>
  );
}

interface PasswordResetFormProps {
  owner: Pick<AdministeredOwner, 'name' | 'email'>;
  identity: Identity;
  lastResult: SubmissionResult<string[]> | undefined;
}

/** Sends a person the link to a new password, and ends what may be in wrong hands. */
export function PasswordResetForm({ owner: { name, email }, identity, lastResult }: PasswordResetFormProps) {
  let form = useAppForm(lastResult, { rules: identityRules({ identity }) });
  return (
    <AppForm form={form}>
      <FormError />
      <p className="max-w-prose">
        A mail to <strong className="break-all">{email}</strong> brings a link that works once. The password stays as it
        is until a new one is chosen, which ends all sessions.
      </p>
      <CheckField
        name="end_sessions"
        label="End all sessions now"
        hint="Whoever knows the password can still sign in: suspend the account where that must not be."
      />
      <CheckField name="end_api_tokens" label="Revoke all API tokens now" hint="Scripts then need new tokens." />
      <IdentityField identity={identity} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pending="Sending …">Send password reset</SubmitButton>
        <LinkButton to={paths.adminOwner(name)} variant="outline">
          Cancel
        </LinkButton>
      </div>
    </AppForm>
  );
}
