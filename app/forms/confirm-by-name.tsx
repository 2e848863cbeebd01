/** Deleting asks for the thing's name first (spec section 5); the server compares it, see confirm-name.server.ts. */
import type { SubmissionResult } from '@conform-to/react';
import { confirmName } from 'contract/rules';
import { AppForm, useAppForm } from './app-form';
import { TextField } from './fields';
import { FormError } from './form-error';
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
  lastResult?: SubmissionResult<string[]> | null;
}

export function ConfirmByName({ expected, button, pending = 'Deleting …', action, lastResult }: ConfirmByNameProps) {
  let form = useAppForm(lastResult, { rules: { confirm_name: confirmName(expected) } });
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
      <div>
        <SubmitButton variant="danger" pending={pending}>
          {button}
        </SubmitButton>
      </div>
    </AppForm>
  );
}
