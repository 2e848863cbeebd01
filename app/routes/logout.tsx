/** Signing out: a post revokes the token and ends the session; a GET shows a confirmation. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { administrationApi } from 'contract/admin/administration';
import { usersApi } from 'contract/accounts/users';
import { emptyForm, readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { logWarning } from '../http/log.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { allowAnonymous } from '../session/guards.server';
import { actedAs } from '../session/session';
import { signedOutHeaders } from '../session/session-end.server';
import { redirectWithToast } from '../session/toast.server';
import { GuestCard } from '../shell/guest-card';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';

export const handle: PageHandle = { layout: 'noheader' };
export const meta = pageMeta({ title: 'Sign out', description: 'Sign out on this device.' });

export async function loader(args: LoaderFunctionArgs) {
  let { session } = allowAnonymous(args);
  if (!session) throw redirect(paths.login());
  return loadShellOrNull(args);
}

export async function action(args: ActionFunctionArgs) {
  let { session, call } = allowAnonymous(args);
  await readForm(args.request, emptyForm);
  let acted = session ? actedAs(session) : undefined;
  if (acted)
    await call(administrationApi.stopActing, { params: { owner: acted } }).catch(() =>
      logWarning('sign-out: the end of acting is not in the audit log'),
    );
  if (session) await call(usersApi.logout).catch(() => logWarning('sign-out: the gateway did not revoke the token'));
  return redirectWithToast(paths.login(), 'signed_out', signedOutHeaders(args.request));
}

export default function Logout() {
  return (
    <Shell shell={useLoaderData<typeof loader>()}>
      <div className="mx-auto max-w-md py-10">
        <GuestCard title="Sign out?">
          <Form method="post">
            <SubmitButton pending="Signing out …">Sign out</SubmitButton>
          </Form>
        </GuestCard>
      </div>
    </Shell>
  );
}
