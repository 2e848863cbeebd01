/**
 * Asks once more before something small is removed; a post without fields, so a link alone never
 * removes anything.
 */
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { type ButtonVariant, LinkButton } from '../ui/button';
import { AppForm, useAppForm } from './app-form';
import { FormError } from './form-error';
import { type Identity, IdentityField, identityRules } from './identity';
import { SubmitButton } from './submit';

interface ConfirmProps {
  /** What will be gone. */
  children: ReactNode;
  button: string;
  /** The button's words while the answer is awaited. */
  pending?: string;
  /** What the button looks like where nothing is removed. */
  variant?: ButtonVariant;
  /** Where to go instead. */
  cancelTo: string;
  /** Asks as well who is there. */
  identity?: Identity;
  lastResult?: SubmissionResult<string[]>;
}

export function Confirm(props: ConfirmProps) {
  let { children, button, pending = 'Deleting …', variant = 'danger', cancelTo, identity, lastResult } = props;
  let form = useAppForm(lastResult, { rules: identity && identityRules({ identity }) });
  return (
    <AppForm form={form}>
      <FormError />
      <div>{children}</div>
      {identity && <IdentityField identity={identity} />}
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant={variant} pending={pending}>
          {button}
        </SubmitButton>
        <LinkButton to={cancelTo} variant="outline">
          Cancel
        </LinkButton>
      </div>
    </AppForm>
  );
}
