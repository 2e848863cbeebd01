/** Asks for the password again, or links to GitHub or single sign-on if the account has none. */
import { useField } from '@conform-to/react';
import { currentPassword } from 'contract/rules/account-rules';
import type { Confirmation } from 'contract/accounts/confirmation';
import { AlertBox } from '../ui/alert';
import { LinkButton } from '../ui/button';
import { CheckField } from './choices';
import { TextField } from './fields';
import type { FormRules } from '../text/field-rules';

export interface Reauthentication {
  /** Confirmed within the last minutes. */
  isConfirmed: boolean;
  /** Null if it could not be loaded. */
  way: Confirmation['way'] | null;
  /** GitHub or the identity provider of an account without a password. */
  by: string;
  /** Redirects there and back to this page. */
  confirmAt: string;
}

interface ReauthenticationProps {
  identity: Reauthentication;
  /** Asks even if the session is confirmed. */
  always?: boolean;
}

export function reauthenticationRules({
  identity: { isConfirmed, way },
  always = false,
}: ReauthenticationProps): FormRules {
  return way === 'password' && (always || !isConfirmed) ? { current_password: currentPassword } : {};
}

export function ReauthenticationField({ identity, always = false }: ReauthenticationProps) {
  let { isConfirmed, way, by, confirmAt } = identity;
  let [{ errors }] = useField<string>('current_password');
  if (way === 'password' && (always || !isConfirmed))
    return (
      <TextField
        name="current_password"
        label={always ? 'Current password' : 'Your password'}
        type="password"
        autoComplete="current-password"
      />
    );
  if (isConfirmed || way === 'password') return null;
  if (way === null)
    return (
      <AlertBox variant="warning" title="We could not check how you confirm your identity.">
        Reload the page before you submit the form.
      </AlertBox>
    );
  // New tab, so that typed values stay in this one.
  let target = errors ? '_blank' : undefined;
  return (
    <AlertBox
      variant={errors ? 'warning' : 'info'}
      title={`Confirm with ${by} first.`}
      action={
        <LinkButton to={confirmAt} target={target} variant="outline" size="sm">
          Confirm with {by}
        </LinkButton>
      }
    >
      {errors ? 'It opens in a new tab. Return here and submit the form again.' : 'You return here afterwards.'}
    </AlertBox>
  );
}

/** Whether a password change also revokes API tokens. */
export function RevokeTokensField() {
  return (
    <CheckField
      name="end_api_tokens"
      label="Revoke all API tokens"
      hint="Scripts using your tokens will stop working."
    />
  );
}
