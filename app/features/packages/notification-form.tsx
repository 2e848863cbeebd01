/** Switching on mails about new companies of a package, and off. */
import type { SubmissionResult } from '@conform-to/react';
import { notificationDownloads } from 'contract/hosting-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

interface FormProps {
  isEnabled: boolean;
  downloads: number;
  /** Where the mails go. */
  email: string;
  lastResult?: SubmissionResult<string[]>;
}

export function NotificationForm({ isEnabled, downloads, email, lastResult }: FormProps) {
  let form = useAppForm(lastResult, {
    rules: { downloads: notificationDownloads },
    defaultValue: { enabled: isEnabled, downloads: String(downloads) },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <CheckField
        name="enabled"
        label="Tell me about new companies"
        hint={
          <>
            By email to <span className="break-all">{email}</span>, once for each company. Looked for every 15 minutes;
            matches of low confidence and companies that use the package already are left out.
          </>
        }
      />
      <TextField
        name="downloads"
        label="Triggered at"
        inputMode="numeric"
        autoComplete="off"
        hint="Downloads by one company before it is worth a mail."
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
