/** Docker packages. The form accepts pasted pull commands. */
import { backendRegistry, dockerImageName, publicDomain } from 'contract/rules/hosting-rules';
import { docker as words } from 'contract/packages/package-types/docker';
import { refusalOf, type Rule } from 'contract/floor/rules';
import { AppForm, useAppForm } from '../../../forms/app-form';
import { HiddenField, TextField } from '../../../forms/fields';
import { FormError } from '../../../forms/form-error';
import { withDefault } from '../../../forms/with-default';
import { defaultHost, type GatewayOrigin, pullCommand } from '../../../gateway/gateway-addresses';
import { paths } from '../../../links/paths';
import { CustomDomainSection, descriptionRules, DescriptionSection } from './optional-fields';
import { dockerHub, readImageReference, registryLabel, repositoryPath } from './image-reference';
import { FormEnd, LivePreview, noPreview, type Preview, type PreviewValues, usePreviewValues } from './preview';
import type { NewFormProps, PackageTypePages } from './type';

export const dockerPages: PackageTypePages = {
  NewForm,
  readForm,
  editRules: { backend_registry: backendRegistry },
  EditFields,
};

/** A registry in the name wins over the registry field. */
function readForm(fields: Record<string, unknown>): Record<string, unknown> {
  let image = readImageReference(typeof fields.name === 'string' ? fields.name : '');
  return { ...fields, name: image.name, backend_registry: image.registry ?? fields.backend_registry };
}

/** Validates the name inside a pull command. */
const image: Rule = {
  ...dockerImageName,
  checks: dockerImageName.checks.map((check) => ({
    code: check.code,
    met: (text) => refusalOf({ ...dockerImageName, checks: [check] }, readImageReference(text).name) === undefined,
  })),
};

function NewForm({ owner, place, registry = '', lastResult }: NewFormProps) {
  let defaultValue = { backend_registry: registry };
  let rules = {
    name: image,
    backend_registry: withDefault(backendRegistry, registry),
    domain: publicDomain,
    ...descriptionRules,
  };
  let form = useAppForm(lastResult, { rules, defaultValue });
  let { typed, onInput } = usePreviewValues(lastResult, defaultValue);
  return (
    <AppForm form={form} action={paths.newPackage(owner, words.name)} onInput={onInput}>
      <FormError />
      <HiddenField name="type" value={words.name} />
      <TextField
        name="name"
        label="Container’s pull command"
        prefix="docker pull"
        placeholder="nginx"
        autoComplete="off"
        hint="Paste an image or a whole command. All tags are included."
      />
      <TextField
        name="backend_registry"
        label="Backend registry"
        placeholder={registry || 'registry.example.com'}
        autoComplete="off"
        spellCheck={false}
        hint={registry ? `Default: ${registryLabel(registry)}` : 'Such as ghcr.io'}
      />
      <CustomDomainSection host={defaultHost(place, owner, words.name)}>
        Required for a second registry.
      </CustomDomainSection>
      <DescriptionSection />
      <LivePreview
        preview={dockerPreview(place, owner, typed, registry)}
        lead="Your pull command:"
        waiting="Enter an image to preview the pull command."
      />
      <FormEnd />
    </AppForm>
  );
}

function EditFields() {
  return (
    <TextField
      name="backend_registry"
      label="Backend registry"
      autoComplete="off"
      spellCheck={false}
      hint="You can change the registry at any time. The pull command stays the same."
    />
  );
}

/** A custom domain is used only once it is verified. */
export function dockerPreview(place: GatewayOrigin, owner: string, typed: PreviewValues, usual = dockerHub): Preview {
  let image = readImageReference(typed.name ?? '');
  let registry = image.registry ?? (typed.backend_registry?.trim() || usual).toLowerCase();
  if (!image.name || !registry) return noPreview;
  let path = repositoryPath(image.name, registry);
  return {
    text: pullCommand(place, defaultHost(place, owner, words.name), path),
    effect: `Pulls ${path} from ${registryLabel(registry)}.`,
    warnings: [],
  };
}
