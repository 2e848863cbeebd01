/** The form with fallback targets of a package, and how many downloads they served. */
import type { SubmissionResult } from '@conform-to/react';
import type { FallbackTargets } from 'contract/packages/fallback-targets';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/description-list';
import { DateTimeText } from '../../ui/moment';
import { formatInteger } from '../../ui/numbers';

interface FallbackFormProps {
  targets: readonly string[];
  placeholder: string;
  lastResult: SubmissionResult<string[]> | undefined;
}

export function FallbackForm({ targets, placeholder, lastResult }: FallbackFormProps) {
  let form = useAppForm(lastResult, { defaultValue: { targets: targets.join(', ') } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="targets"
        label="Fallbacks"
        hint="Up to three with the same packages, in order, separated by commas. Empty: none."
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        optional
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}

export function FallbackUse({ found: { first, targets, downloads, last_at } }: { found: FallbackTargets }) {
  if (targets.length === 0 && last_at === null) return null;
  return (
    <Card title="In use" description="Downloads of the last 30 days that a fallback served.">
      <Facts
        facts={[
          { label: 'First', value: first.join(', ') || 'None' },
          { label: '429s avoided', value: formatInteger(downloads.rate_limit) },
          { label: 'While it was away', value: formatInteger(downloads.away) },
          { label: 'Last', value: last_at ? <DateTimeText iso={last_at} /> : 'Never' },
        ]}
      />
    </Card>
  );
}
