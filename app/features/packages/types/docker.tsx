/** Docker packages. The form accepts pasted pull commands. */
import { backendRegistry, dockerImageName, publicDomain } from 'contract/packages/hosting-rules';
import { docker as words } from 'contract/packages/package-types/docker';
import { refusalOf, type Rule } from 'contract/shared/rules';
import { AppForm, useAppForm } from '../../../forms/app-form';
import { HiddenField, TextField } from '../../../forms/fields';
import { FormError } from '../../../forms/form-error';
import { defaultHost, type GatewayOrigin, pullCommand } from '../../../gateway/gateway-addresses';
import { paths } from '../../../links/paths';
import { CustomDomainSection, descriptionRules, DescriptionSection } from '../optional-fields';
import { dockerHub, readImageReference, registryLabel, repositoryPath } from '../image-reference';
import { FormEnd, LivePreview, noPreview, type Preview, type PreviewValues, usePreviewValues } from '../preview';
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
const rules = { name: image, backend_registry: backendRegistry, domain: publicDomain, ...descriptionRules };

function NewForm({ owner, place, lastResult }: NewFormProps) {
  let form = useAppForm(lastResult, { rules, defaultValue: { backend_registry: 'docker.io' } });
  let { typed, onInput } = usePreviewValues(lastResult, { backend_registry: 'docker.io' });
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
        hint="Paste a whole command or an image: the registry is taken out of it, a tag is dropped, since every tag works."
      />
      <TextField
        name="backend_registry"
        label="Backend registry"
        placeholder="docker.io"
        autoComplete="off"
        spellCheck={false}
        hint="Where the image is kept. docker.io is Docker Hub. All images on one domain come from one registry."
      />
      <CustomDomainSection
        hint={
          <>
            A verified name of your own instead of{' '}
            <span className="break-all">{defaultHost(place, owner, words.name)}</span>, with a DNS record (CNAME) that
            points there. Needed for a second registry.
          </>
        }
      />
      <DescriptionSection />
      <LivePreview
        preview={dockerPreview(place, owner, typed)}
        lead="Your container will be installable through your gateway by running:"
        waiting="Type the image above to see the command people will run."
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
      hint="Move the image to another registry whenever you like: the pull command stays the same."
    />
  );
}

/** A custom domain is used only once it is verified. */
export function dockerPreview(place: GatewayOrigin, owner: string, typed: PreviewValues): Preview {
  let image = readImageReference(typed.name ?? '');
  let registry = image.registry ?? (typed.backend_registry ?? dockerHub).trim().toLowerCase();
  if (!image.name || !registry) return noPreview;
  let path = repositoryPath(image.name, registry);
  return {
    text: pullCommand(place, defaultHost(place, owner, words.name), path),
    effect: `The gateway fetches ${path} from ${registryLabel(registry)}.`,
    warnings: [],
  };
}
