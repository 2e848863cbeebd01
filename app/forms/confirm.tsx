/** What is removed is confirmed first: small things by a button, others by their name. */
import type { SubmissionResult } from '@conform-to/react';
import { confirmName } from 'contract/rules';
import type { ReactNode } from 'react';
import { type ButtonVariant, LinkButton } from '../ui/button';
import { AppForm, useAppForm } from './app-form';
import { TextField } from './fields';
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

/**
 * Asks once more before something small is removed; a post without fields, so a link alone never
 * removes anything.
 */
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

interface ConfirmByNameProps {
  /** The name to type. */
  expected: string;
  /** What the button does: "Delete package". */
  button: string;
  /** The button's words while the answer is awaited. */
  pending?: string;
  /** The page that deletes; its own page by default. */
  action?: string;
  /** Asks as well who is there. */
  identity?: Identity;
  lastResult?: SubmissionResult<string[]> | null;
}

/**
 * Asks for the thing's name first (spec section 5); the server compares it, see
 * typed-twice.server.ts.
 */
export function ConfirmByName(props: ConfirmByNameProps) {
  let { expected, button, pending = 'Deleting …', action, identity, lastResult } = props;
  let rules = { confirm_name: confirmName(expected), ...(identity && identityRules({ identity })) };
  let form = useAppForm(lastResult, { rules });
  return (
    <AppForm form={form} action={action}>
      <FormError />
      <TextField
        name="confirm_name"
        autoComplete="off"
        spellCheck={false}
        label={
          <>
            Type <strong className="font-mono break-all select-all">{expected}</strong> to confirm
          </>
        }
      />
      {identity && <IdentityField identity={identity} />}
      <div>
        <SubmitButton variant="danger" pending={pending}>
          {button}
        </SubmitButton>
      </div>
    </AppForm>
  );
}
