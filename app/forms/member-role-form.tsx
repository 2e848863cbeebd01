/** What a member may do, chosen anew on the member's own page. */
import type { SubmissionResult } from '@conform-to/react';
import type { AnyRole, Role } from 'contract/users';
import { AppForm, useAppForm } from './app-form';
import { SelectField } from './fields';
import { FormError } from './form-error';
import { SubmitButton } from './submit';

interface MemberRoleFormProps {
  /** The member's own page, which shows a refusal; the page itself when it is not given. */
  action?: string;
  username: string;
  /** Field that is posted, what it holds, and how people call it. */
  name: 'role' | 'permission_level';
  value: AnyRole;
  word: 'Role' | 'Level';
  /** What the person who chooses may give. */
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
