/** …/members/[username]: the level of one person on a package. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { permissionsApi, SetPackagePermission } from 'contract/organizations/permissions';
import { packageHandle } from '../shell/breadcrumbs';
import { LevelForm } from '../features/packages/package-forms';
import { memberInPath, requirePackageChanger } from '../features/packages/require-package.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { Name, named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: params.username ?? 'Member',
  description: 'The level of one member of a package.',
}));
export const handle = packageHandle('Member');

export async function loader(args: LoaderFunctionArgs) {
  let inside = await requirePackageChanger(args);
  return { name: inside.item.name, by: inside.role, member: await memberInPath(inside, args.params.username) };
}

export async function action(args: ActionFunctionArgs) {
  let inside = await requirePackageChanger(args);
  let form = await readForm(args.request, SetPackagePermission.omit({ username: true }));
  if (!form.ok) return form.reply;
  let { call, params, owner, item } = inside;
  let { username } = await memberInPath(inside, args.params.username);
  let refusal = await call(permissionsApi.setPackagePermission, { params, body: { ...form.value, username } }).catch(
    form.refuse,
  );
  return refusal ?? redirectWithToast(paths.packageSettings(owner, item.type, item.name), 'role_changed');
}

export default function PackageMemberPage() {
  let { name, by, member } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={<Name>{member.username}</Name>} description={named`Member of ${name}`} />
      <Card>
        <LevelForm member={member} by={by} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
