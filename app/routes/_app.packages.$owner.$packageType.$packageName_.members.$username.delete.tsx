/** …/members/[username]/delete: removes a person from a package. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { permissionsApi } from 'contract/organizations/permissions';
import { packageHandle } from '../shell/breadcrumbs';
import { memberInPath, requirePackageChanger } from '../features/packages/require-package.server';
import { Confirm } from '../forms/confirm';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Remove member', description: 'Remove a person from a package.' });
export const handle = packageHandle('Remove member');

export async function loader(args: LoaderFunctionArgs) {
  let inside = await requirePackageChanger(args);
  let { username } = await memberInPath(inside, args.params.username);
  let { owner, type, name } = inside.item;
  return { username, name, cancelTo: paths.packageSettings(owner, type, name) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, params, owner, item } = await requirePackageChanger(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let person = { ...params, username: args.params.username ?? '' };
  let refusal = await call(permissionsApi.deletePackagePermission, { params: person }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.packageSettings(owner, item.type, item.name), 'member_removed');
}

export default function PackageMemberDeletePage() {
  let { username, name, cancelTo } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Remove member" />
      <Card>
        <Confirm button="Remove member" pending="Removing …" cancelTo={cancelTo} lastResult={refused?.lastResult}>
          <strong className="break-words">{username}</strong> no longer sees {name}.
        </Confirm>
      </Card>
    </Stack>
  );
}
