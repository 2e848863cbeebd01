/**
 * /organizations/[owner]/members: members and invites of an organization, and the link to leave.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { invitesApi } from 'contract/organizations/invites';
import { organizationsApi } from 'contract/organizations/organizations';
import { env } from '../config/env.server';
import { MemberList } from '../forms/member-table';
import { organizationHandle } from '../shell/breadcrumbs';
import { inviteeOf, InviteInput, refusePerson } from '../features/organizations/members.server';
import { AddForm, InviteForm, InviteList } from '../features/organizations/invite-list';
import { requireManager, requireOrganization } from '../features/organizations/require-organization.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { isSameOwner, paths } from '../links/paths';
import { isManagerRole } from '../text/labels';
import { mayChange } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';
import { secondary } from '../gateway/secondary.server';

export const meta = pageMeta({
  title: 'Members',
  description: 'Members, roles and pending invites.',
});
export const handle = organizationHandle('Members');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params, role, username } = await requireOrganization(args);
  let [organization, members, invites] = await Promise.all([
    secondary(call(organizationsApi.getOrganization, { params })),
    call(organizationsApi.getOrganizationMembers, { params, query: { per_page: 'max' } }),
    mayChange(role) ? secondary(call(invitesApi.getOrganizationInvites, { params })) : null,
  ]);
  let isMember = members.results.some((member) => isSameOwner(member.username, username));
  let list = { members: members.results, invites: invites?.results };
  let { name = params.name, member_limit: limit = null } = organization ?? {};
  return { name, limit, ...list, role, username, isMember, byEmail: env.flags.inviteMember };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, params } = await requireManager(args);
  let form = await readForm(args.request, InviteInput);
  if (!form.ok) return form.reply;
  return dedupe(args.request, form.value, async () => {
    let { person, role } = form.value;
    if (!env.flags.inviteMember) {
      let given = { params, body: { username: person, role } };
      let added = await call(organizationsApi.addOrganizationMember, given).catch(refusePerson(form, 'person'));
      return added instanceof Response ? added : redirectWithToast(paths.organizationMembers(owner), 'member_added');
    }
    let body = { ...inviteeOf(person), role };
    let sent = await call(invitesApi.inviteOrganizationMember, { params, body }).catch(refusePerson(form, 'person'));
    return sent instanceof Response ? sent : redirectWithToast(paths.organizationMembers(owner), 'invite_sent');
  });
}

export default function MembersPage() {
  let { name, limit, members, invites, role, username, isMember, byEmail } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  let count = members.length === 1 ? '1 member' : `${members.length} members`;
  return (
    <Stack>
      <PageTitle
        title="Members"
        description={limit === null ? count : `${count} of ${limit}, including pending invites.`}
        actions={
          isMember && (
            <LinkButton to={paths.organizationLeave(name)} variant="danger-outline">
              Leave
            </LinkButton>
          )
        }
      />
      <Card flush>
        <MemberList
          caption="Members"
          field={{ name: 'role', word: 'Role' }}
          members={members}
          by={role}
          username={username}
          mayChange={(member) => isManagerRole(role) && (role === 'owner' || member.role !== 'owner')}
          pathOf={(member) => paths.organizationMember(name, member)}
          removalPathOf={(member) => paths.organizationMemberDelete(name, member)}
        />
      </Card>
      {invites && (
        <>
          {invites.length > 0 && (
            <Card title="Pending invites" flush>
              <InviteList organization={name} invites={invites} mayResend={byEmail} />
            </Card>
          )}
          <Stack narrow>
            {byEmail ? (
              <Card title="Invite a teammate" description="We’ll email them a link to join.">
                <InviteForm key={invites.length} by={role} lastResult={refused?.lastResult} />
              </Card>
            ) : (
              <Card title="Add a teammate" description="People with an account become members immediately.">
                <AddForm key={members.length} by={role} lastResult={refused?.lastResult} />
              </Card>
            )}
          </Stack>
        </>
      )}
    </Stack>
  );
}
