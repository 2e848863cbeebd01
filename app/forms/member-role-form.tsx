/** What a member may do, chosen anew: on a line of a table of members, or on the member's own page. */
import type { SubmissionResult } from '@conform-to/react';
import type { Role } from 'contract/users';
import { AppForm, useAppForm } from './app-form';
import { SelectField } from './fields';
import { FormError, SubmitButton } from './submit';

interface MemberRoleFormProps {
  /** The member's own page, which shows a refusal; the page itself when it is not given. */
  action?: string;
  username: string;
  /** Field that is posted, what it holds, and how people call it. */
  name: 'role' | 'permission_level';
  value: Role;
  word: 'Role' | 'Level';
  /** What the person who chooses may give. */
  options: { value: Role; label: string }[];
  /** On a line of a table: without the label in sight. */
  inline?: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function MemberRoleForm(props: MemberRoleFormProps) {
  let { action, username, name, value, word, options, inline = false, lastResult } = props;
  let small = word.toLowerCase();
  let form = useAppForm(lastResult, { id: `${small}-${username}`, defaultValue: { [name]: value } });
  let label = inline ? <span className="sr-only">{`${word} of ${username}`}</span> : word;
  return (
    <AppForm
      form={form}
      action={action}
      className={inline ? 'flex min-w-24 flex-col gap-1 sm:flex-row sm:items-center sm:gap-2' : undefined}
    >
      {!inline && <FormError />}
      <SelectField name={name} label={label} options={options} />
      <div>
        <SubmitButton size={inline ? 'sm' : 'md'} variant={inline ? 'outline' : 'primary'} pending="Saving …">
          Save<span className="sr-only">{` the ${small} of ${username}`}</span>
        </SubmitButton>
      </div>
    </AppForm>
  );
}
