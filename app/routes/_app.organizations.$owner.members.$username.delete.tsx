/** …/delete: removes a member from an organization. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { organizationsApi } from 'contract/organizations/organizations';
import { memberHandle } from '../shell/breadcrumbs';
import { requireManager } from '../features/organizations/require-organization.server';
import { Confirm } from '../forms/confirm';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Remove member', description: 'Remove a member from an organization.' });
export const handle = memberHandle();

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, params } = await requireManager(args);
  let member = { ...params, username: args.params.username ?? '' };
  let { username } = await call(organizationsApi.getOrganizationMember, { params: member });
  return { owner, username };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, params } = await requireManager(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let member = { ...params, username: args.params.username ?? '' };
  let refusal = await call(organizationsApi.deleteOrganizationMember, { params: member }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.organizationMembers(owner), 'member_removed');
}

export default function MemberDeletePage() {
  let { owner, username } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Remove member" />
      <Card>
        <Confirm
          button="Remove member"
          pending="Removing …"
          cancelTo={paths.organizationMembers(owner)}
          lastResult={refused?.lastResult}
        >
          <strong className="break-words">{username}</strong> loses access to {owner}.
        </Confirm>
      </Card>
    </Stack>
  );
}
