/** Pages of types whose packages are a name at a registry. */
import { publicDomain } from 'contract/rules/hosting-rules';
import type { PackageType } from 'contract/packages/package-types/list';
import { packageName, repositoryUrl } from 'contract/rules/registry-rules';
import { refusalOf, type Rule } from 'contract/floor/rules';
import { AppForm, useAppForm } from '../../../forms/app-form';
import { CheckField } from '../../../forms/choices';
import { HiddenField, TextField } from '../../../forms/fields';
import { FormError } from '../../../forms/form-error';
import { withDefault } from '../../../forms/with-default';
import { defaultHost, type GatewayOrigin } from '../../../gateway/gateway-addresses';
import { packageCommand } from '../../../text/package-command';
import { paths } from '../../../links/paths';
import { CustomDomainSection, descriptionRules, DescriptionSection } from './optional-fields';
import { FormEnd, LivePreview, noPreview, type Preview, type PreviewValues, usePreviewValues } from './preview';
import type { NewFormProps, PackageTypePages, RegistryWords } from './type';
import { noInstallMethods, type InstallMethod, installMethodsFor } from './install-methods';

export const registryPages: PackageTypePages = {
  NewForm,
  editRules: { repository_url: repositoryUrl },
  EditFields: ({ words }) => <RegistryField {...words?.registry} />,
};

function NewForm({
  owner,
  type,
  place,
  registry: known = '',
  words,
  counts,
  installMethods = noInstallMethods,
  lastResult,
}: NewFormProps) {
  let nameRule = packageName(words?.namePattern ?? '.*');
  let rules = {
    name: nameRule,
    repository_url: withDefault(repositoryUrl, known),
    domain: publicDomain,
    ...descriptionRules,
  };
  let defaultValue = { repository_url: known };
  let form = useAppForm(lastResult, {
    rules,
    defaultValue: { ...defaultValue, registry_counts: counts !== undefined },
  });
  let { typed, onInput } = usePreviewValues(lastResult, defaultValue);
  let ownHost = defaultHost(place, owner, type);
  let preview = previewOf({ type, nameRule, file: words?.file ?? 'file', known }, place, owner, typed);
  return (
    <AppForm form={form} action={paths.newPackage(owner, type)} onInput={onInput}>
      <FormError />
      <HiddenField name="type" value={type} />
      <TextField name="name" label="Package name" autoComplete="off" spellCheck={false} {...words?.name} />
      <RegistryField {...words?.registry} usual={known} />
      {counts && (
        <CheckField
          name="registry_counts"
          label={`Show ${counts}’s own count`}
          hint={`In the chart within minutes, before anyone uses the new URL. Asks ${counts} once a day, and only for packages of the public registry.`}
        />
      )}
      <CustomDomainSection host={ownHost}>Lockfiles contain it, so plan to keep it for years.</CustomDomainSection>
      <DescriptionSection />
      <LivePreview
        preview={preview}
        lead="Your install command:"
        waiting="Enter a name to preview the install command."
      >
        {preview.text && (
          <InstallMethodsPreview
            installMethods={installMethodsFor(typed.name?.trim() ?? '', installMethods)}
            shown={preview.text}
          />
        )}
      </LivePreview>
      <FormEnd />
    </AppForm>
  );
}

function RegistryField({ usual, hint, ...words }: Partial<RegistryWords['registry']> & { usual?: string }) {
  let withUsual = usual ? `${hint} Default: ${usual}` : hint;
  return (
    <TextField
      name="repository_url"
      type="url"
      label="Backend registry"
      autoComplete="off"
      {...words}
      hint={withUsual}
    />
  );
}

function InstallMethodsPreview({ installMethods, shown }: { installMethods: readonly InstallMethod[]; shown: string }) {
  return installMethods.map(({ title, texts }) => (
    <details key={title}>
      <summary className="cursor-pointer">{title}</summary>
      {texts
        .filter(({ text }) => text !== shown)
        .map(({ label, text }) => (
          <p key={label} className="mt-2">
            {label}
            <code className="block rounded-md bg-sunken px-3 py-1.5 font-mono text-[0.8125rem] whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </code>
          </p>
        ))}
    </details>
  ));
}

/** A custom domain is used only once it is verified. */
function previewOf(
  { type, nameRule, file, known }: { type: PackageType; nameRule: Rule; file: string; known: string },
  place: GatewayOrigin,
  owner: string,
  typed: PreviewValues,
): Preview {
  let name = typed.name?.trim() ?? '';
  if (name === '' || refusalOf(nameRule, name)) return noPreview;
  let registry = typed.repository_url?.trim() || known;
  return {
    text: packageCommand(place, { type, owner, name }, [])?.text ?? null,
    effect: registry && !refusalOf(repositoryUrl, registry) ? `Redirects to ${registry} for the ${file}.` : null,
    warnings: [],
  };
}
