/** What can be changed about a package after it was made; its name and type stay. */
import type { SubmissionResult } from '@conform-to/react';
import { backendRegistry } from 'contract/hosting-rules';
import type { Package } from 'contract/packages';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField, RadioCards } from '../../forms/choices';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { importanceLevels } from '../../importance';
import { CatchAllField, catchAllRules, DescriptionFields, descriptionRules } from './extra-information';

const rules = { ...catchAllRules, ...descriptionRules };
const dockerRules = { backend_registry: backendRegistry, ...rules };

interface EditFormProps {
  item: Package;
  /** Where requests go that meet no route can be said. */
  withCatchAll: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function PackageEditForm({ item, withCatchAll, lastResult }: EditFormProps) {
  let form = useAppForm(lastResult, {
    rules: item.type === 'docker' ? dockerRules : rules,
    defaultValue: {
      backend_registry: item.backend_registry,
      catch_all_redirect_target_domain: item.catch_all_redirect_target_domain,
      short_description: item.short_description,
      long_description: item.long_description,
      website: item.website,
      importance: item.importance,
      track_companies: item.track_companies,
    },
  });
  return (
    <AppForm form={form}>
      <FormError />
      {item.type === 'docker' && (
        <TextField
          name="backend_registry"
          label="Backend registry"
          autoComplete="off"
          spellCheck={false}
          hint="Move the image to another registry whenever you like: the pull command stays the same."
        />
      )}
      {withCatchAll && <CatchAllField />}
      <DescriptionFields />
      <RadioCards name="importance" label="How important are downloads of this package?" options={importanceLevels} />
      <CheckField
        name="track_companies"
        label="Look up companies"
        hint="Find the organisation behind an address when a download is recorded."
      />
      <div>
        <SubmitButton pending="Saving …">Save package</SubmitButton>
      </div>
    </AppForm>
  );
}
