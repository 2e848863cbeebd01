/** /new-package/[owner]: the choice of a type, then (`?type=`) its form. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { longFormBytesMax } from 'contract/floor/limits';
import { isPublicRegistry } from 'contract/packages/default-registries';
import { packagesApi } from 'contract/packages/packages';
import { TypeChoice } from '../features/packages/type-choice';
import { newPackageForm, NewPackageInput } from '../features/packages/forms.server';
import { saveRegistryCountsChoice } from '../features/packages/registry-counts.server';
import { typeLabel } from '../text/type-label';
import { pagesOfType } from '../features/packages/types/list';
import { readForm } from '../forms/read-form.server';
import { secondary } from '../gateway/secondary.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';
import { Tabs } from '../ui/tabs';

export const meta = pageMeta({
  title: 'New package',
  description: 'Create a package of any type that is served through your gateway.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params }) => [{ label: 'Packages', to: paths.packages(params.owner ?? '') }, { label: 'New package' }],
};

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManagerRole(args);
  return newPackageForm(owner, new URL(args.request.url).searchParams.get('type'));
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, NewPackageInput, { button: 'preview', bytesMax: longFormBytesMax });
  if (!form.ok) return form.reply;
  if (form.isPressed) return form.again();
  return dedupe(args.request, form.value, async () => {
    let { registry_counts, ...body } = form.value;
    let item = await call(packagesApi.createPackage, { params: { owner }, body }).catch(form.refuse);
    if (item instanceof Response) return item;
    // The name of a package of another registry stays here.
    if (registry_counts && isPublicRegistry(item.type, item.repository_url ?? ''))
      await secondary(saveRegistryCountsChoice(call, { owner, package_id: item.id }, true));
    return redirectWithToast(paths.packageCreated(owner, item.id), 'package_created');
  });
}

export default function NewPackagePage() {
  let { owner, types, type, ...form } = useLoaderData<typeof loader>();
  let lastResult = useActionData<typeof action>()?.lastResult;
  let NewForm = type && pagesOfType(type).NewForm;
  return (
    <Stack narrow={Boolean(type)}>
      <PageTitle title="New package" description={named`Owner: ${owner}`} />
      {!type || !NewForm ? (
        <TypeChoice owner={owner} types={types} />
      ) : (
        <>
          <Tabs
            wraps
            label="Package type"
            tabs={types.map((one) => ({
              label: typeLabel(one.type),
              to: paths.newPackage(owner, one.type),
              current: one.type === type,
            }))}
          />
          <Link to={paths.docs(type)} className="self-start text-sm text-accent underline">
            How {typeLabel(type)} tracking works
          </Link>
          <Card>
            <NewForm owner={owner} type={type} {...form} lastResult={lastResult} />
          </Card>
        </>
      )}
    </Stack>
  );
}
