/** …/edit: the edit form of a package. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { longFormBytesMax } from 'contract/floor/limits';
import { packagesApi, type Package } from 'contract/packages/packages';
import { typeNamed } from 'contract/packages/package-types/list';
import { env } from '../config/env.server';
import { packageHandle } from '../shell/breadcrumbs';
import { PackageEditForm } from '../features/packages/package-edit-form';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { editPackageInput } from '../features/packages/forms.server';
import {
  readRegistryCounts,
  registryCountsChoice,
  saveRegistryCountsChoice,
} from '../features/packages/registry-counts.server';
import { registryWordsOf } from '../features/packages/types/texts.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';
import { secondary } from '../gateway/secondary.server';

export const meta = pageMeta(({ params }) => ({
  title: `Edit ${params.packageName}`,
  description: 'Change the description, the registry or the importance of a package.',
}));
export const handle = packageHandle('Edit');

export async function loader(args: LoaderFunctionArgs) {
  let { call, item, params } = await requirePackageChanger(args);
  return {
    item,
    words: registryWordsOf(item.type),
    withCatchAll: hasCatchAll(item),
    registryCounts: await secondary(readRegistryCounts(call, params).then(registryCountsChoice), null),
  };
}

/** An empty field is not sent: where the form has the field, its absence removes the target. */
function hasCatchAll({ type }: Package): boolean {
  return typeNamed(type).hasRoutes === true && env.flags.showFilePackageCatchAllRedirectTargetDomain;
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, item, params } = await requirePackageChanger(args);
  let form = await readForm(args.request, editPackageInput(item.type), { bytesMax: longFormBytesMax });
  if (!form.ok) return form.reply;
  let { catch_all_redirect_target_domain: target, registry_counts: withCounts, ...value } = form.value;
  let body = hasCatchAll(item) ? { ...value, catch_all_redirect_target_domain: target ?? null } : value;
  let saved = await call(packagesApi.updatePackage, { params, body }).catch(form.refuse);
  if (saved instanceof Response) return saved;
  await saveRegistryCountsChoice(call, params, withCounts);
  return redirectWithToast(paths.packageSettings(owner, item.type, item.name), 'package_updated');
}

export default function PackageEditPage() {
  let { item, ...form } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Edit ${item.name}`} description="The name and the type of a package stay as they are." />
      <Card>
        <PackageEditForm item={item} {...form} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
