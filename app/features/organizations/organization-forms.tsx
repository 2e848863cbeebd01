import type { SubmissionResult } from '@conform-to/react';
import { billingEmail, organizationName, username as usernameRule } from 'contract/rules/account-rules';
import { website } from 'contract/rules/hosting-rules';
import * as limits from 'contract/floor/limits';
import type { Organization } from 'contract/organizations/organizations';
import { textRule } from 'contract/floor/rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { TextArea, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Reauthentication, ReauthenticationField, reauthenticationRules } from '../../forms/reauthentication';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { Card } from '../../ui/card';

const descriptionRules = { description: textRule(limits.descriptionMax), website };
/** Default: the person who creates the organization. */
const optionalBillingEmail = { ...billingEmail, required: undefined };
const newRules = { name: organizationName, ...descriptionRules, billing_email: optionalBillingEmail };
const rules = { ...newRules, billing_email: billingEmail };
const conversionRules = { username: usernameRule, ...descriptionRules, billing_email: optionalBillingEmail };

interface RefusedFormProps {
  lastResult?: SubmissionResult<string[]>;
}

interface OrganizationFormProps extends RefusedFormProps {
  /** Undefined for a new one. */
  organization?: Pick<Organization, 'name' | 'description' | 'website' | 'billing_email'>;
}

export function OrganizationForm({ organization, lastResult }: OrganizationFormProps) {
  let form = useAppForm(lastResult, {
    rules: organization ? rules : newRules,
    defaultValue: organization && valuesOf(organization),
  });
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
            ? 'Renaming changes your download URLs. Old URLs keep working and the old name stays reserved for the organization.'
            : 'Letters, digits and hyphens. Part of your download URLs.'
        }
      />
      <DescriptionFields isNew={!organization} />
      <div>
        <SubmitButton pending="Saving …">{organization ? 'Save' : 'Create organization'}</SubmitButton>
      </div>
    </AppForm>
  );
}

/** `username`: the account's current name. */
export function ConversionForm({
  username,
  identity,
  lastResult,
}: RefusedFormProps & { username: string; identity: Reauthentication }) {
  let form = useAppForm(lastResult, { rules: { ...conversionRules, ...reauthenticationRules({ identity }) } });
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
            Your new username. <strong className="wrap-anywhere">{username}</strong> becomes the organization.
          </>
        }
      />
      <DescriptionFields isNew />
      <ReauthenticationField identity={identity} />
      <div>
        <SubmitButton variant="warning" pending="Converting …">
          Convert account
        </SubmitButton>
      </div>
    </AppForm>
  );
}

function DescriptionFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <TextArea name="description" label="Description" optional rows={3} />
      <TextField name="website" label="Website" type="url" optional placeholder="https://" autoComplete="url" />
      <TextField
        name="billing_email"
        label="Billing email"
        type="email"
        autoComplete="email"
        optional={isNew}
        hint={isNew ? 'Invoices go to this email. Leave empty to use your own.' : 'Invoices go to this email.'}
      />
    </>
  );
}

function valuesOf({ name, description, website, billing_email }: NonNullable<OrganizationFormProps['organization']>) {
  return { name, description, website, billing_email };
}

interface TwoFactorCardProps {
  organization: { name: string; requires_two_factor: boolean };
}

/** For owners only. */
export function TwoFactorCard({ organization: { name, requires_two_factor } }: TwoFactorCardProps) {
  let form = useAppForm(null, { id: 'two-factor', defaultValue: { requires_two_factor } });
  return (
    <Card title="Security">
      <AppForm form={form} action={paths.organizationTwoFactor(name)}>
        <CheckField
          name="requires_two_factor"
          label="Require two-factor authentication"
          hint="Members without it have no access to this organization, also with API tokens, until they set it up."
        />
        <div>
          <SubmitButton pending="Saving …">Save</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}

interface SharingCardProps {
  organization: Pick<Organization, 'name' | 'forbids_sharing'>;
}

/** For owners only. */
export function SharingCard({ organization: { name, forbids_sharing } }: SharingCardProps) {
  let form = useAppForm(null, { id: 'sharing', defaultValue: { forbids_sharing } });
  return (
    <Card title="Sharing">
      <AppForm form={form} action={`${paths.organization(name)}/sharing`}>
        <CheckField
          name="forbids_sharing"
          label="Disable public sharing"
          hint="Turns off all public links. Existing links stop working until you turn this back on."
        />
        <div>
          <SubmitButton pending="Saving …">Save</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}
