import { filePackageName, publicDomain } from 'contract/rules/hosting-rules';
import { file as words } from 'contract/packages/package-types/file';
import { AppForm, useAppForm } from '../../../forms/app-form';
import { HiddenField, TextField } from '../../../forms/fields';
import { FormError } from '../../../forms/form-error';
import { defaultHost, type GatewayOrigin } from '../../../gateway/gateway-addresses';
import { paths } from '../../../links/paths';
import {
  CatchAllSection,
  CatchAllField,
  catchAllRules,
  CustomDomainSection,
  descriptionRules,
  DescriptionSection,
} from './optional-fields';
import { FormEnd, LivePreview, type Preview, routePreview, type PreviewValues, usePreviewValues } from './preview';
import { PathAndTargetFields, routeRules } from './route-fields';
import type { NewFormProps, PackageTypePages } from './type';

export const filePages: PackageTypePages = {
  NewForm,
  editRules: catchAllRules,
  EditFields: ({ withCatchAll }) => withCatchAll && <CatchAllField />,
};

const rules = { name: filePackageName, ...routeRules, domain: publicDomain, ...catchAllRules, ...descriptionRules };

function NewForm({ owner, place, withCatchAll, lastResult }: NewFormProps) {
  let form = useAppForm(lastResult, { rules });
  let { typed, onInput } = usePreviewValues(lastResult, {});
  return (
    <AppForm form={form} action={paths.newPackage(owner, words.name)} onInput={onInput}>
      <FormError />
      <HiddenField name="type" value={words.name} />
      <TextField name="name" label="Name" placeholder="my-tool" autoComplete="off" />
      <PathAndTargetFields />
      <CustomDomainSection host={defaultHost(place, owner, words.name)} />
      {withCatchAll && <CatchAllSection />}
      <DescriptionSection />
      <LivePreview
        preview={filePreview(place, owner, typed)}
        lead="Your download URL:"
        waiting="Enter a path to preview the download URL."
      />
      <FormEnd />
    </AppForm>
  );
}

export function filePreview(place: GatewayOrigin, owner: string, typed: PreviewValues): Preview {
  return routePreview(place, defaultHost(place, owner, words.name), typed);
}
