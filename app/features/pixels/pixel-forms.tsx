import type { SubmissionResult } from '@conform-to/react';
import { pixelDomain, pixelName } from 'contract/packages/hosting-rules';
import { textRule } from 'contract/shared/rules';
import * as limits from 'contract/limits';
import type { TrackingPixel } from 'contract/packages/pixels';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField, RadioCards } from '../../forms/choices';
import { DomainField, type Option, SelectField, TextArea, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { importanceLevels } from '../../text/labels';

const newRules = { name: pixelName, domain: pixelDomain };
const editRules = {
  name: pixelName,
  short_description: textRule(limits.descriptionMax),
  long_description: textRule(limits.longDescriptionMax),
};

interface NewPixelProps {
  packages: readonly Option[];
  /** Preselected package; `''` for none. */
  packageId: string;
  /** CNAME target of a custom domain. */
  pointsTo: string;
  lastResult?: SubmissionResult<string[]>;
}

export function NewPixelForm({ packages, packageId, pointsTo, lastResult }: NewPixelProps) {
  let form = useAppForm(lastResult, {
    rules: newRules,
    defaultValue: { importance: 'mid', package_id: packageId, track_companies: true },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <PixelBasics packages={packages} nameLabel="New tracking pixel" />
      <DomainField name="domain" label="Domain" optional placeholder="pixel.example.com" pointsTo={pointsTo} />
      <div>
        <SubmitButton pending="Creating …">Create pixel</SubmitButton>
      </div>
    </AppForm>
  );
}

interface EditPixelProps {
  pixel: TrackingPixel;
  packages: readonly Option[];
  lastResult?: SubmissionResult<string[]>;
}

export function EditPixelForm({ pixel, packages, lastResult }: EditPixelProps) {
  let { name, importance, track_companies, keep_referrer_query, short_description, long_description } = pixel;
  let form = useAppForm(lastResult, {
    rules: editRules,
    defaultValue: {
      name,
      importance,
      track_companies,
      keep_referrer_query,
      short_description,
      long_description,
      package_id: pixel.package?.id ?? '',
    },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <PixelBasics packages={packages} nameLabel="Name" />
      <CheckField
        name="track_companies"
        label="Look up companies"
        hint="Find the organisation behind an address when a view is recorded."
      />
      <CheckField
        name="keep_referrer_query"
        label="Keep query strings of pages"
        hint="Without this, the address of a page is stored up to the question mark."
      />
      <TextField name="short_description" label="Short description" optional />
      <TextArea name="long_description" label="Long description" optional />
      <div>
        <SubmitButton pending="Saving …">Save pixel</SubmitButton>
      </div>
    </AppForm>
  );
}

function PixelBasics({ packages, nameLabel }: { packages: readonly Option[]; nameLabel: string }) {
  return (
    <>
      <TextField name="name" label={nameLabel} placeholder="Documentation" autoComplete="off" />
      <SelectField
        name="package_id"
        label="Package the pages are about"
        optional
        options={packages}
        none="No package"
      />
      <RadioCards
        name="importance"
        label="How important are the pages in which you’ll embed this pixel?"
        options={importanceLevels}
      />
    </>
  );
}
