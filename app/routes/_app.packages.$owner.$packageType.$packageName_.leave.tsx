/** …/leave: a member leaves a shared package, by typing its name (spec section 5). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { permissionsApi } from 'contract/organizations/permissions';
import { packageHandle } from '../shell/breadcrumbs';
import { requireOwnMembership } from '../features/packages/require-package.server';
import { ConfirmByName } from '../forms/confirm';
import { confirmNameInput } from '../forms/confirm-field.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { AlertBox } from '../ui/alert';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Leave ${params.packageName}`,
  description: 'Leave a package of another person.',
}));
export const handle = packageHandle('Leave');

export async function loader(args: LoaderFunctionArgs) {
  let { item } = await requireOwnMembership(args);
  return { name: item.name };
}

export async function action(args: ActionFunctionArgs) {
  let { call, params, item, username } = await requireOwnMembership(args);
  let form = await readForm(args.request, confirmNameInput(item.name));
  if (!form.ok) return form.reply;
  let refusal = await call(permissionsApi.deletePackagePermission, { params: { ...params, username } }).catch(
    form.refuse,
  );
  return refusal ?? redirectWithToast(paths.packages(username), 'package_left');
}

export default function PackageLeavePage() {
  let { name } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Leave ${name}`} />
      <Card>
        <div className="flex flex-col gap-4">
          <AlertBox variant="warning" title="You lose access to this package.">
            Only an owner or admin of the package can add you again.
          </AlertBox>
          <ConfirmByName expected={name} button="Leave package" pending="Leaving …" lastResult={refused?.lastResult} />
        </div>
      </Card>
    </Stack>
  );
}
