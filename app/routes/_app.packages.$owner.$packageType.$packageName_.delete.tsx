/** …/delete: deletes a package once its name was typed (spec section 5). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { erasureApi } from 'contract/exports/erasure';
import { packagesApi } from 'contract/packages/packages';
import { packageHandle } from '../shell/breadcrumbs';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { ConfirmByName } from '../forms/confirm';
import { confirmNameInput } from '../forms/confirm-field.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { deletionNotice } from '../features/retention/deletion-notice.server';
import { AlertBox } from '../ui/alert';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Delete ${params.packageName}`,
  description: 'Delete a package with its routes, domains and events.',
}));
export const handle = packageHandle('Delete');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let { id, name } = item;
  let counting = call(erasureApi.getStoredPackageEvents, { params: { owner, package_id: id } });
  return { name, events: await deletionNotice('Its', counting) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, item, isShared, username } = await requirePackageChanger(args);
  let form = await readForm(args.request, confirmNameInput(item.name));
  if (!form.ok) return form.reply;
  let refusal = await call(packagesApi.deletePackage, { params: { owner, package_id: item.id } }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.packages(isShared ? username : owner), 'package_deleted');
}

export default function PackageDeletePage() {
  let { name, events } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Delete ${name}`} />
      <Card>
        <div className="flex flex-col gap-4">
          <AlertBox variant="warning" title="This is permanent.">
            Its routes and domains are deleted too. Its download URLs stop working immediately. {events}
          </AlertBox>
          <ConfirmByName expected={name} button="Delete package" lastResult={refused?.lastResult} />
        </div>
      </Card>
    </Stack>
  );
}
