/** Confirmation before a deletion: a button for small things, the typed name for others. */
import type { SubmissionResult } from '@conform-to/react';
import { confirmName } from 'contract/floor/rules';
import type { ReactNode } from 'react';
import { type ButtonVariant, LinkButton } from '../ui/button';
import { AppForm, useAppForm } from './app-form';
import { TextField } from './fields';
import { FormError } from './form-error';
import { type Reauthentication, ReauthenticationField, reauthenticationRules } from './reauthentication';
import { SubmitButton } from './submit';

interface ConfirmProps {
  children: ReactNode;
  button: string;
  pending?: string;
  /** For confirmations that remove nothing. */
  variant?: ButtonVariant;
  cancelTo: string;
  /** If the form also asks for the password. */
  identity?: Reauthentication;
  lastResult?: SubmissionResult<string[]>;
}

/** Deletions need a POST, so that no link deletes anything. */
export function Confirm(props: ConfirmProps) {
  let { children, button, pending = 'Deleting …', variant = 'danger', cancelTo, identity, lastResult } = props;
  let form = useAppForm(lastResult, { rules: identity && reauthenticationRules({ identity }) });
  return (
    <AppForm form={form}>
      <FormError />
      <div>{children}</div>
      {identity && <ReauthenticationField identity={identity} />}
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
  expected: string;
  button: string;
  pending?: string;
  /** Default: the current page. */
  action?: string;
  /** If the form also asks for the password. */
  identity?: Reauthentication;
  lastResult?: SubmissionResult<string[]> | null;
}

/** Asks for the name (spec section 5); the server compares it, see confirm-field.server.ts. */
export function ConfirmByName(props: ConfirmByNameProps) {
  let { expected, button, pending = 'Deleting …', action, identity, lastResult } = props;
  let rules = { confirm_name: confirmName(expected), ...(identity && reauthenticationRules({ identity })) };
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
            Type{' '}
            <strong translate="no" className="font-mono wrap-anywhere select-all">
              {expected}
            </strong>{' '}
            to confirm
          </>
        }
      />
      {identity && <ReauthenticationField identity={identity} />}
      <div>
        <SubmitButton variant="danger" pending={pending}>
          {button}
        </SubmitButton>
      </div>
    </AppForm>
  );
}
