import type { SubmissionResult } from '@conform-to/react';
import type { AnyRole, Role } from 'contract/accounts/users';
import { AppForm, useAppForm } from './app-form';
import { SelectField } from './fields';
import { FormError } from './form-error';
import { SubmitButton } from './submit';

interface MemberRoleFormProps {
  /** The page that shows errors; default: the current page. */
  action?: string;
  username: string;
  name: 'role' | 'permission_level';
  value: AnyRole;
  word: 'Role' | 'Level';
  options: { value: Role; label: string }[];
  lastResult?: SubmissionResult<string[]>;
}

export function MemberRoleForm(props: MemberRoleFormProps) {
  let { action, username, name, value, word, options, lastResult } = props;
  let small = word.toLowerCase();
  let form = useAppForm(lastResult, { id: `${small}-${username}`, defaultValue: { [name]: value } });
  return (
    <AppForm form={form} action={action}>
      <FormError />
      <SelectField name={name} label={word} options={options} />
      <div>
        <SubmitButton pending="Saving …">
          Save<span className="sr-only">{` the ${small} of ${username}`}</span>
        </SubmitButton>
      </div>
    </AppForm>
  );
}
