/**
 * /new-organization/convert: first an explanation, then (`?step=form`) the form that converts an
 * account into an organization and ends its sessions.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { organizationsApi } from 'contract/organizations/organizations';
import { newOrganizationHandle } from '../shell/breadcrumbs';
import { ConversionInput, withBillingEmail } from '../features/organizations/new-organization.server';
import { ConversionForm } from '../features/organizations/organization-forms';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { sessionCookie } from '../session/session-cookie.server';
import { requireSession } from '../session/guards.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { dedupe } from '../session/submission-deduplication.server';
import { stopActing } from '../session/session';
import { signedOutHeaders } from '../session/session-end.server';
import { redirectWithToast } from '../session/toast.server';
import { AlertBox } from '../ui/alert';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Convert account',
  description: 'Convert your personal account to an organization.',
});
export const handle = newOrganizationHandle('Convert');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireSession(args);
  let identity = await readReauthentication(call, args.request);
  return { username, identity, asks: new URL(args.request.url).searchParams.get('step') === 'form' };
}

export const action = keepingConfirmation(async (args) => {
  let signedIn = await requireSession(args);
  let { call, session, username } = signedIn;
  let form = await readSensitiveForm(args.request, ConversionInput, call);
  if (!form.ok) return form.reply;
  return dedupe(args.request, form.value, async () => {
    let body = await withBillingEmail(form.value, signedIn);
    let made = await call(organizationsApi.convertAccount, { params: { username }, body }).catch(form.refuse);
    if (made instanceof Response) return made;
    if (session.act_as?.username)
      return redirectWithToast(paths.admin(), 'acted_account_converted', {
        'set-cookie': sessionCookie(stopActing(session)),
      });
    return redirectWithToast(paths.login(), 'account_converted', signedOutHeaders(args.request));
  });
});

export default function ConvertPage() {
  let { username, identity, asks } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Convert account to organization" />
      {asks || refused ? (
        <Card>
          <div className="flex flex-col gap-4">
            <AlertBox variant="warning" title="This cannot be undone.">
              You are signed out everywhere and sign in again with the new username.
            </AlertBox>
            <ConversionForm username={username} identity={identity} lastResult={refused?.lastResult} />
          </div>
        </Card>
      ) : (
        <Splash username={username} />
      )}
    </Stack>
  );
}

function Splash({ username }: { username: string }) {
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <ul className="list-disc space-y-1 pl-5">
          <li>
            The name <strong className="wrap-anywhere">{username}</strong> becomes the organization. Download URLs do
            not change.
          </li>
          <li>All packages, pixels, collections and reports move to it.</li>
          <li>You choose a new username and own the organization.</li>
          <li>You are signed out and sign in again.</li>
        </ul>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.convertAccount('form')}>Get started</LinkButton>
          <LinkButton to={paths.organizations()} variant="outline">
            Cancel
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
