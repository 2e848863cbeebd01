import type { SubmissionResult } from '@conform-to/react';
import { destinationName, webhookAddress } from 'contract/rules/destination-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { AlertBox } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { CopyText } from '../../ui/copy-text';

interface NewDestinationFormProps {
  /** Usernames; null for a URL. */
  people: readonly string[] | null;
  hint: string;
  lastResult?: SubmissionResult<string[]>;
}

export function NewDestinationForm({ people, hint, lastResult }: NewDestinationFormProps) {
  let rules = { name: destinationName, ...(!people && { url: webhookAddress }) };
  let form = useAppForm(lastResult, { rules, defaultValue: { username: people?.[0] ?? '' } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="name" label="Name" autoComplete="off" hint="Shown in lists and logs." />
      {people ? (
        <SelectField
          name="username"
          label="Person"
          options={people.map((value) => ({ value, label: value }))}
          hint={hint}
        />
      ) : (
        <TextField name="url" type="url" label="URL" autoComplete="off" hint={hint} />
      )}
      <div>
        <SubmitButton pending="Adding …">Add destination</SubmitButton>
      </div>
    </AppForm>
  );
}

interface ChangeDestinationFormProps {
  name: string;
  /** Redacted URL; null for a person. */
  to: string | null;
  lastResult?: SubmissionResult<string[]>;
}

export function ChangeDestinationForm({ name, to, lastResult }: ChangeDestinationFormProps) {
  let rules = { name: destinationName, url: { ...webhookAddress, required: undefined } };
  let form = useAppForm(lastResult, { rules, id: 'change', defaultValue: { name } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="name" label="Name" autoComplete="off" />
      {to !== null && (
        <TextField
          name="url"
          type="url"
          label="New URL"
          autoComplete="off"
          optional
          hint={`Leave empty to keep ${to}`}
        />
      )}
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}

/** A signing secret, shown once. */
export function ShownSecret({ secret, to }: { secret: string; to: string }) {
  return (
    <AlertBox
      variant="success"
      title="This secret signs the messages."
      action={
        <LinkButton to={to} size="sm" variant="outline">
          Continue
        </LinkButton>
      }
    >
      <div className="mt-1 flex flex-col gap-2">
        <p>Copy it now: it is not shown again.</p>
        <CopyText text={secret} label="secret" wrap />
      </div>
    </AlertBox>
  );
}
