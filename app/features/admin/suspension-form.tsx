import type { SubmissionResult } from '@conform-to/react';
import type { AdministeredOwner } from 'contract/admin/account-administration';
import * as limits from 'contract/floor/limits';
import { textRule } from 'contract/floor/rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Reauthentication, ReauthenticationField, reauthenticationRules } from '../../forms/reauthentication';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { LinkButton } from '../../ui/button';

interface SuspensionFormProps {
  owner: Pick<AdministeredOwner, 'name' | 'type'>;
  identity: Reauthentication;
  lastResult: SubmissionResult<string[]> | undefined;
}

const reason = textRule(limits.suspensionReasonMax);

export function SuspensionForm({ owner: { name, type }, identity, lastResult }: SuspensionFormProps) {
  let form = useAppForm(lastResult, { rules: { reason, ...reauthenticationRules({ identity }) } });
  return (
    <AppForm form={form}>
      <FormError />
      <p className="max-w-prose">
        {type === 'user'
          ? 'The person cannot sign in, and their sessions and API tokens stop working immediately.'
          : 'Its members still see everything, but cannot change anything.'}{' '}
        Downloads keep working. You can lift the suspension at any time.
      </p>
      <TextField
        name="reason"
        label="Reason"
        hint={
          type === 'user'
            ? 'Included in the email to the person and in the audit log.'
            : 'Included in the email to the owners and in the audit log.'
        }
        optional
      />
      <ReauthenticationField identity={identity} />
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
