/** …/members: adds a person to a package. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { permissionsApi, SetPackagePermission } from 'contract/organizations/permissions';
import { packageHandle } from '../shell/breadcrumbs';
import { AddMemberForm } from '../features/packages/package-forms';
import { refuseUsername, requirePackageChanger } from '../features/packages/require-package.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Add user to ${params.packageName}`,
  description: 'Let another person see or change a package.',
}));
export const handle = packageHandle('Add user');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params, item, role } = await requirePackageChanger(args);
  await call(permissionsApi.getPackagePermissions, { params });
  return { name: item.name, by: role };
}

export async function action(args: ActionFunctionArgs) {
  let { call, params, owner, item } = await requirePackageChanger(args);
  let form = await readForm(args.request, SetPackagePermission);
  if (!form.ok) return form.reply;
  let refusal = await call(permissionsApi.setPackagePermission, { params, body: form.value }).catch(
    refuseUsername(form),
  );
  return refusal ?? redirectWithToast(paths.packageSettings(owner, item.type, item.name), 'package_member_added');
}

export default function NewPackageMemberPage() {
  let { name, by } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Add a user to ${name}`} description="They find the package among their own, as shared." />
      <Card>
        <AddMemberForm by={by} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
