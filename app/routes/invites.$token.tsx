/** /invites/[token]: an invite. Visitors sign in or register first and return here to accept it. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { invitesApi } from 'contract/organizations/invites';
import { InviteCard } from '../features/organizations/invite-card';
import { emptyForm, readForm } from '../forms/read-form.server';
import { readApiError } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { sessionCookie } from '../session/session-cookie.server';
import { allowAnonymous, requireSession } from '../session/guards.server';
import { withOrganization } from '../session/session';
import { redirectWithToast } from '../session/toast.server';
import { GuestCard } from '../shell/guest-card';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';
import { loadShell } from '../shell/shell-data.server';
import { AlertBox } from '../ui/alert';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta({
  title: 'Join organization',
  description: 'Accept an invite to an organization.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call, session } = allowAnonymous(args);
  let shell = session ? await loadShell(await requireSession(args)) : null;
  let token = args.params.token ?? '';
  try {
    return json({ shell, token, invite: await call(invitesApi.getInvite, { params: { token } }), problem: '' });
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (said?.code !== 'organization-invite-not-valid') throw thrown;
    return json({ shell, token, invite: null, problem: said.message }, { status: 422 });
  }
}

export async function action(args: ActionFunctionArgs) {
  let token = args.params.token ?? '';
  if (!allowAnonymous(args).session) return redirect(paths.login(paths.invite(token)), 303);
  let { call, session } = await requireSession(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let joined = await call(invitesApi.acceptInvite, { params: { token } }).catch(form.refuse);
  if (joined instanceof Response) return joined;
  let name = joined.organization_name;
  return redirectWithToast(paths.home(name), 'organization_joined', {
    'set-cookie': sessionCookie(withOrganization(session, name)),
  });
}

export default function InvitePage() {
  let { shell, token, invite, problem } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Shell shell={shell}>
      <div className="mx-auto max-w-md py-10">
        <GuestCard title="Join organization">
          {invite ? (
            <InviteCard invite={invite} token={token} username={shell?.username} lastResult={refused?.lastResult} />
          ) : (
            <AlertBox variant="warning" title={problem}>
              This invite is invalid, expired or was already used. Ask for a new one.
            </AlertBox>
          )}
        </GuestCard>
      </div>
    </Shell>
  );
}
