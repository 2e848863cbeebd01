/** Asks once more before something small is removed; a post without fields, so a link alone never removes anything. */
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { LinkButton } from '../ui/button';
import { AppForm, useAppForm } from './app-form';
import { FormError } from './form-error';
import { SubmitButton } from './submit';

interface ConfirmProps {
  /** What will be gone. */
  children: ReactNode;
  button: string;
  /** The button's words while the answer is awaited. */
  pending?: string;
  /** Where to go instead. */
  cancelTo: string;
  lastResult?: SubmissionResult<string[]>;
}

export function Confirm({ children, button, pending = 'Deleting …', cancelTo, lastResult }: ConfirmProps) {
  let form = useAppForm(lastResult);
  return (
    <AppForm form={form}>
      <FormError />
      <div>{children}</div>
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="danger" pending={pending}>
          {button}
        </SubmitButton>
        <LinkButton to={cancelTo} variant="outline">
          Cancel
        </LinkButton>
      </div>
    </AppForm>
  );
}
