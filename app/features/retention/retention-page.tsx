import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { eventDays } from 'contract/rules/retention-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import type { RejectedForm } from '../../forms/read-form.server';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { Card } from '../../ui/card';
import { HiddenFields } from '../../ui/menu-items';
import { PageTitle } from '../../ui/page-title';
import { Stack } from '../../ui/stack';
import type { RetentionConfirmation, retentionPage } from './retention.server';

export function RetentionPage() {
  let page = useLoaderData<typeof retentionPage>();
  return <RetentionForm key={String(page.retention.owner_days)} {...page} />;
}

function RetentionForm({ owner, retention, sentence }: Awaited<ReturnType<typeof retentionPage>>) {
  let { installation_days: most, owner_days } = retention;
  let posted = useActionData<RejectedForm & { erased?: RetentionConfirmation }>();
  let defaultValue = { days: owner_days === null ? '' : String(owner_days) };
  let form = useAppForm(posted?.lastResult, { rules: { days: eventDays }, defaultValue });
  let erased = posted?.erased;
  return (
    <Stack narrow>
      <PageTitle title="Retention" description="Event retention" />
      <Card>
        <AppForm form={form}>
          <FormError />
          <p>
            {sentence} When you shorten this, older events are permanently deleted within an hour. We’ll show how many
            first. The dates on which companies were first seen stay.{' '}
            <Link to={paths.dataCollection(owner)} className="text-accent underline">
              Data collection notice
            </Link>
          </p>
          <TextField
            name="days"
            label="Days"
            inputMode="numeric"
            autoComplete="off"
            optional
            hint={
              most === null
                ? 'Leave empty to keep events forever.'
                : `Leave empty for the maximum of this installation, ${most} days.`
            }
          />
          {erased && (
            <>
              <AlertBox variant="warning" title={`This deletes ${erased.events}.`}>
                With {erased.days} {erased.days === 1 ? 'day' : 'days'}, events are kept since {erased.since}; earlier
                ones are gone for good. Nothing is saved yet.
              </AlertBox>
              <HiddenFields fields={{ confirmed_days: erased.days }} />
            </>
          )}
          <div>
            <SubmitButton variant={erased ? 'danger' : 'primary'} pending="Saving …">
              {erased ? `Delete ${erased.events} and save` : 'Save'}
            </SubmitButton>
          </div>
        </AppForm>
      </Card>
    </Stack>
  );
}
