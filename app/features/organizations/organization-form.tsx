/**
 * What is said about an organization: a form to make one, to change one, and to make one of an
 * account.
 */
import type { SubmissionResult } from '@conform-to/react';
import { billingEmail, organizationName, username as usernameRule } from 'contract/account-rules';
import { website } from 'contract/hosting-rules';
import { textRule } from 'contract/rules';
import * as limits from 'contract/limits';
import type { Organization } from 'contract/organizations';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextArea, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Identity, IdentityField, identityRules } from '../../forms/identity';
import { SubmitButton } from '../../forms/submit';

const descriptionRules = { description: textRule(limits.descriptionMax), website, billing_email: billingEmail };
const rules = { name: organizationName, ...descriptionRules };
const conversionRules = { username: usernameRule, ...descriptionRules };

interface FormProps {
  lastResult?: SubmissionResult<string[]>;
}

interface OrganizationFormProps extends FormProps {
  /** Missing for a new one. */
  organization?: Pick<Organization, 'name' | 'description' | 'website' | 'billing_email'>;
}

export function OrganizationForm({ organization, lastResult }: OrganizationFormProps) {
  let form = useAppForm(lastResult, { rules, defaultValue: organization && valuesOf(organization) });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="name"
        label="Organization name"
        autoComplete="off"
        spellCheck={false}
        hint={
          organization
            ? 'Download addresses follow it; the old ones go on, and the old name stays with the organization.'
            : 'Letters, digits and hyphens. It becomes part of your download addresses.'
        }
      />
      <DescriptionFields />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}

/** `username` is the person's name so far. */
export function ConversionForm({
  username,
  identity,
  lastResult,
}: FormProps & { username: string; identity: Identity }) {
  let form = useAppForm(lastResult, { rules: { ...conversionRules, ...identityRules({ identity }) } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="username"
        label="New username"
        autoComplete="off"
        spellCheck={false}
        hint={
          <>
            Your own name from now on. <strong className="break-all">{username}</strong> becomes the organization.
          </>
        }
      />
      <DescriptionFields />
      <IdentityField identity={identity} />
      <div>
        <SubmitButton variant="warning" pending="Converting …">
          Convert account
        </SubmitButton>
      </div>
    </AppForm>
  );
}

function DescriptionFields() {
  return (
    <>
      <TextArea name="description" label="Description" optional rows={3} />
      <TextField name="website" label="Website" type="url" optional placeholder="https://" autoComplete="url" />
      <TextField
        name="billing_email"
        label="Billing email"
        type="email"
        autoComplete="email"
        hint="Invoices go to this address."
      />
    </>
  );
}

function valuesOf({ name, description, website, billing_email }: NonNullable<OrganizationFormProps['organization']>) {
  return { name, description, website, billing_email };
}
