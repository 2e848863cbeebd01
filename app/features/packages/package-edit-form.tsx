import type { SubmissionResult } from '@conform-to/react';
import type { Package } from 'contract/packages/packages';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField, RadioCards } from '../../forms/choices';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { importanceLevels } from '../../text/labels';
import { DescriptionFields, descriptionRules } from './types/optional-fields';
import { pagesOfType } from './types/list';
import type { RegistryWords } from './types/type';

interface EditFormProps {
  item: Package;
  words?: RegistryWords | undefined;
  withCatchAll: boolean;
  /** Null for types without registry counts. */
  registryCounts: { isOn: boolean; label: string; hint: string } | null;
  lastResult?: SubmissionResult<string[]>;
}

/** Name and type cannot be changed. */
export function PackageEditForm({ item, words, withCatchAll, registryCounts, lastResult }: EditFormProps) {
  let pages = pagesOfType(item.type);
  let form = useAppForm(lastResult, {
    rules: { ...pages.editRules, ...descriptionRules },
    defaultValue: {
      backend_registry: item.backend_registry,
      repository_url: item.repository_url,
      catch_all_redirect_target_domain: item.catch_all_redirect_target_domain,
      short_description: item.short_description,
      long_description: item.long_description,
      website: item.website,
      importance: item.importance,
      track_companies: item.track_companies,
      registry_counts: registryCounts?.isOn,
    },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <pages.EditFields words={words} withCatchAll={withCatchAll} />
      <DescriptionFields />
      <RadioCards name="importance" label="Importance" options={importanceLevels} />
      <CheckField
        name="track_companies"
        label="Identify companies"
        hint="Match downloads to companies by IP address."
      />
      {registryCounts && <CheckField name="registry_counts" {...registryCounts} />}
      <div>
        <SubmitButton pending="Saving …">Save package</SubmitButton>
      </div>
    </AppForm>
  );
}
