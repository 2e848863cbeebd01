/** /organizations/[owner]/members/[username]: the role of one member. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { organizationsApi, MemberRole } from 'contract/organizations/organizations';
import { memberHandle } from '../shell/breadcrumbs';
import { requireManager } from '../features/organizations/require-organization.server';
import { MemberRoleForm } from '../forms/member-role-form';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { rolesGivenBy } from '../text/labels';
import { Card } from '../ui/card';
import { Name, named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: params.username ?? 'Member',
  description: 'Role of a member.',
}));
export const handle = memberHandle();

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, params, role } = await requireManager(args);
  let username = args.params.username ?? '';
  return {
    owner,
    by: role,
    member: await call(organizationsApi.getOrganizationMember, { params: { ...params, username } }),
  };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, params } = await requireManager(args);
  let form = await readForm(args.request, MemberRole);
  if (!form.ok) return form.reply;
  let member = { ...params, username: args.params.username ?? '' };
  let saved = await call(organizationsApi.updateOrganizationMember, { params: member, body: form.value }).catch(
    form.refuse,
  );
  return saved instanceof Response ? saved : redirectWithToast(paths.organizationMembers(owner), 'role_changed');
}

export default function MemberPage() {
  let { owner, by, member } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={<Name>{member.username}</Name>} description={named`Member of ${owner}`} />
      <Card>
        <MemberRoleForm
          action={paths.organizationMember(owner, member.username)}
          username={member.username}
          name="role"
          value={member.role}
          word="Role"
          options={rolesGivenBy(by)}
          lastResult={refused?.lastResult}
        />
      </Card>
    </Stack>
  );
}
