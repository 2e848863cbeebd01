/** Creates a package: first its type, then the form of that type with a preview of the command. */
import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { dockerImageName, filePackageName, publicDomain } from 'contract/hosting-rules';
import type { ServedType } from 'contract/package-types/list';
import { refusalOf, type Rule } from 'contract/rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { HiddenField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { defaultHost, type GatewayPlace } from '../../gateway-addresses';
import { paths } from '../../paths';
import { PackageIcon } from '../../ui/package-icon';
import {
  CatchAll,
  catchAllRules,
  CustomDomain,
  descriptionRules,
  ExtraInformation,
  maybeRegistry,
} from './extra-information';
import { readImageReference } from './image-reference';
import { dockerPreview, filePreview, LivePreview, PreviewButton, useTyped } from './preview';
import { RouteFields, routeRules } from './route-form';
import { typeLabel } from './type-label';

const explanations: Record<ServedType, string> = {
  docker: 'A container image at Docker Hub, GitHub, Quay or any other registry. People pull it through your gateway.',
  file: 'A file to download: a release archive, an installer, a script. Without a file location it only counts requests.',
};

/** The choice of a type, as links. */
export function TypeChoice({ owner, types }: { owner: string; types: readonly ServedType[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {types.map((type) => (
        <li key={type}>
          <Link
            to={paths.newPackage(owner, type)}
            className="flex h-full items-start gap-3 rounded-lg border border-line bg-surface p-4 no-underline hover:border-accent"
          >
            <PackageIcon type={type} decorative className="size-8" />
            <span>
              <span className="block font-semibold">{typeLabel(type)}</span>
              <span className="block text-sm text-muted">{explanations[type]}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The name is checked without the rest of the pull command. */
const image: Rule = {
  ...dockerImageName,
  checks: dockerImageName.checks.map((check) => ({
    code: check.code,
    met: (text) => refusalOf({ ...dockerImageName, checks: [check] }, readImageReference(text).name) === undefined,
  })),
};
const dockerRules = { name: image, backend_registry: maybeRegistry, domain: publicDomain, ...descriptionRules };
const fileRules = { name: filePackageName, ...routeRules, domain: publicDomain, ...catchAllRules, ...descriptionRules };

interface FormProps {
  owner: string;
  place: GatewayPlace;
  lastResult?: SubmissionResult<string[]>;
}

export function DockerForm({ owner, place, lastResult }: FormProps) {
  let form = useAppForm(lastResult, { rules: dockerRules, defaultValue: { backend_registry: 'docker.io' } });
  let { typed, onInput } = useTyped(lastResult, { backend_registry: 'docker.io' });
  return (
    <AppForm form={form} action={paths.newPackage(owner, 'docker')} onInput={onInput}>
      <FormError />
      <HiddenField name="type" value="docker" />
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
      <CustomDomain
        hint={
          <>
            A verified name of your own instead of{' '}
            <span className="break-all">{defaultHost(place, owner, 'docker')}</span>, with a DNS record (CNAME) that
            points there. Needed for a second registry.
          </>
        }
      />
      <ExtraInformation />
      <LivePreview
        preview={dockerPreview(place, owner, typed)}
        lead="Your container will be installable through your gateway by running:"
        waiting="Type the image above to see the command people will run."
      />
      <FormEnd />
    </AppForm>
  );
}

interface FileFormProps extends FormProps {
  /** Whether the form asks where requests go that meet no route. */
  withCatchAll: boolean;
}

export function FileForm({ owner, place, withCatchAll, lastResult }: FileFormProps) {
  let form = useAppForm(lastResult, { rules: fileRules });
  let { typed, onInput } = useTyped(lastResult, {});
  return (
    <AppForm form={form} action={paths.newPackage(owner, 'file')} onInput={onInput}>
      <FormError />
      <HiddenField name="type" value="file" />
      <TextField name="name" label="Name" placeholder="my-tool" autoComplete="off" />
      <RouteFields />
      <CustomDomain
        hint={
          <>
            Files are at <span className="break-all">{defaultHost(place, owner, 'file')}</span>, or at a verified domain
            of your own, with a DNS record (CNAME) that points there.
          </>
        }
      />
      {withCatchAll && <CatchAll />}
      <ExtraInformation />
      <LivePreview
        preview={filePreview(place, owner, typed)}
        lead="Your file will be available from:"
        waiting="Type the path above, starting with a slash, to see the address people will use."
      />
      <FormEnd />
    </AppForm>
  );
}

function FormEnd() {
  return (
    <div className="flex flex-wrap gap-2">
      <SubmitButton pending="Creating …">Create package</SubmitButton>
      <PreviewButton />
    </div>
  );
}
