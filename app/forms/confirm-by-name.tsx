/**
 * Deleting asks for the thing's name first (spec section 5); the server compares it, see
 * typed-twice.server.ts.
 */
import type { SubmissionResult } from '@conform-to/react';
import { confirmName } from 'contract/rules';
import { AppForm, useAppForm } from './app-form';
import { TextField } from './fields';
import { FormError } from './form-error';
import { type Identity, IdentityField, identityRules } from './identity';
import { SubmitButton } from './submit';

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
