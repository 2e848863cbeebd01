/** The cards of the page Registry counts: what is stored and fetched, and the upload. */
import type { SubmissionResult } from '@conform-to/react';
import type { Package } from 'contract/packages/packages';
import { AppForm, useAppForm } from '../../forms/app-form';
import { HiddenField, TextArea } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import { Facts } from '../../ui/description-list';
import { CountsUnset, FetchCounts } from './registry-counts';
import type { RegistryCountsState } from './registry-counts.server';

interface StateProps {
  item: Package;
  counts: RegistryCountsState;
}

export function CountsState({ item, counts }: StateProps) {
  let { registry, isAvailable, isOn, isFetched } = counts;
  return (
    <Card title="State">
      <Facts
        facts={[
          { label: 'Shown as', value: `${registry}’s own count` },
          { label: 'Fetched', value: <Fetched counts={counts} /> },
          {
            label: 'Days stored',
            value: <StoredDays counts={counts} />,
          },
        ]}
      />
      {counts.isUnset && !isOn && <CountsUnset registry={registry} />}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {isAvailable && !isFetched && (
          <FetchCounts item={item} size="sm">
            Fetch daily from {registry}
          </FetchCounts>
        )}
        {isOn && (
          <LinkButton
            to={paths.packageRegistryCountsDelete(item.owner, item.type, item.name)}
            variant="danger-outline"
            size="sm"
          >
            Delete counts
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

export function StoredDays({ counts: { firstDay, lastDay } }: Pick<StateProps, 'counts'>) {
  if (!firstDay || !lastDay) return 'None';
  return (
    <>
      <DateText iso={firstDay} /> – <DateText iso={lastDay} />
    </>
  );
}

function Fetched({
  counts: { isAvailable, isOn, isFetched, fetchedAt, failingSince, failure },
}: {
  counts: RegistryCountsState;
}) {
  if (!isFetched) return isOn ? 'No, uploaded' : isAvailable ? 'Off' : 'Not available for this package';
  return (
    <>
      Daily
      {fetchedAt && (
        <>
          , last on <DateText iso={fetchedAt} />
        </>
      )}
      {failingSince ? (
        <>
          , failing since <DateText iso={failingSince} />: {failure}
        </>
      ) : (
        !fetchedAt && ', not yet'
      )}
    </>
  );
}

interface UploadProps {
  /** Null if this installation fetches no counts of the package. */
  registry: string | null;
  lastResult: SubmissionResult<string[]> | undefined;
}

export function UploadCounts({ registry, lastResult }: UploadProps) {
  let form = useAppForm(lastResult, { id: 'upload' });
  return (
    <Card title="Upload counts" description="For days that are not fetched. Stored days are replaced, others stay.">
      <AppForm form={form}>
        <FormError />
        <HiddenField name="change" value="upload" />
        <TextArea
          name="counts"
          label="Counts"
          rows={10}
          hint={
            <>
              One line per day, such as <code className="whitespace-nowrap">2026-11-01,1234</code>, at most 4,000. Days
              are UTC.
              {registry !== null && ` Also fetches new days from ${registry}.`}
            </>
          }
        />
        <div>
          <SubmitButton pending="Uploading …">Upload</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}
