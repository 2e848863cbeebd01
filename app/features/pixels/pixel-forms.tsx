import type { SubmissionResult } from '@conform-to/react';
import { pixelDomain, pixelName } from 'contract/rules/hosting-rules';
import { textRule } from 'contract/floor/rules';
import * as limits from 'contract/floor/limits';
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
      <PixelBasics packages={packages} />
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
      <PixelBasics packages={packages} />
      <CheckField
        name="track_companies"
        label="Identify companies"
        hint="Match page views to companies by IP address."
      />
      <CheckField
        name="keep_referrer_query"
        label="Store query strings"
        hint="Otherwise the part of the URL after ? is dropped."
      />
      <TextField name="short_description" label="Short description" optional />
      <TextArea name="long_description" label="Long description" optional />
      <div>
        <SubmitButton pending="Saving …">Save pixel</SubmitButton>
      </div>
    </AppForm>
  );
}

function PixelBasics({ packages }: { packages: readonly Option[] }) {
  return (
    <>
      <TextField name="name" label="Name" placeholder="Documentation" autoComplete="off" />
      <SelectField name="package_id" label="Linked package" optional options={packages} none="No package" />
      <RadioCards name="importance" label="Page importance" options={importanceLevels} />
    </>
  );
}
