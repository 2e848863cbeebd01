import type { SubmissionResult } from '@conform-to/react';
import { confirmEmail, email } from 'contract/rules/account-rules';
import type { OptionalEmail } from 'contract/accounts/optional-emails';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { HiddenField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Reauthentication, ReauthenticationField, reauthenticationRules } from '../../forms/reauthentication';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';

const rules = { email, confirm_email: confirmEmail };

interface EmailFormProps {
  identity: Reauthentication;
  lastResult?: SubmissionResult<string[]>;
}

export function EmailForm({ identity, lastResult }: EmailFormProps) {
  let form = useAppForm(lastResult, { rules: { ...rules, ...reauthenticationRules({ identity, always: true }) } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="email" label="New email" type="email" autoComplete="email" />
      <TextField name="confirm_email" label="Confirm new email" type="email" autoComplete="off" />
      <ReauthenticationField identity={identity} always />
      <div>
        <SubmitButton pending="Sending …">Send link</SubmitButton>
      </div>
    </AppForm>
  );
}

const boxes: Record<OptionalEmail, { label: string; hint: string }> = {
  weekly_summary: {
    label: 'Weekly summary',
    hint: 'On Mondays: downloads, users, views and new companies of your account and organizations.',
  },
  new_company: {
    label: 'New companies',
    hint: 'New companies for packages you follow.',
  },
  alerts: {
    label: 'Alerts and reports',
    hint: 'Alerts sent to you.',
  },
  welcome: { label: 'Welcome', hint: 'Once, when your email is confirmed: first steps.' },
  product_news: { label: 'Product news', hint: 'Occasional news about Landfall.' },
};

interface PreferencesFormProps {
  preferences: Record<OptionalEmail, boolean>;
  shown: readonly OptionalEmail[];
}

export function PreferencesForm({ preferences, shown }: PreferencesFormProps) {
  let form = useAppForm(null, { id: 'preferences', defaultValue: preferences });
  return (
    <AppForm form={form} action={paths.accountEmailPreferences()}>
      <HiddenField name="shown" value={shown.join(' ')} />
      {shown.map((mail) => (
        <CheckField key={mail} name={mail} {...boxes[mail]} />
      ))}
      <div>
        <SubmitButton pending="Saving …">Save preferences</SubmitButton>
      </div>
    </AppForm>
  );
}

/** Sends last week's summary now. */
export function SummaryForm() {
  let form = useAppForm(null, { id: 'summary' });
  return (
    <AppForm form={form} action={paths.accountEmailSummary()}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">Send me last week’s summary.</p>
        <SubmitButton variant="outline" pending="Sending …">
          Send
        </SubmitButton>
      </div>
    </AppForm>
  );
}
