/**
 * /account/confirmation: leads an account without a password to GitHub or single sign-on, to
 * confirm who is signed in. Starts with a post only, so a link from elsewhere cannot start it.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountHandle } from '../shell/breadcrumbs';
import { ContinueElsewhere } from '../features/account/sign-in-forms';
import { requireAccount } from '../features/account/require-account.server';
import { AppForm, useAppForm } from '../forms/app-form';
import { emptyForm, readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { readReauthentication } from '../forms/reauthentication.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { redirectToGithub } from '../session/github.server';
import { redirectToSignOn } from '../session/single-sign-on.server';
import { backToOf } from '../session/sign-in.server';
import { onwardCookie } from '../session/sign-in-cookies.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Confirm your identity',
  description: 'Confirm your identity to continue.',
});
export const handle = accountHandle('Confirm');

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAccount(args);
  let { way, by } = await readReauthentication(call, args.request);
  // A password is asked for in the form itself.
  if (way === 'password') throw redirect(paths.backTo(backToOf(args.request) ?? paths.account()));
  return { by };
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireAccount(args);
  await readForm(args.request, emptyForm);
  let { way } = await readReauthentication(call, args.request);
  let headers = new Headers({ 'set-cookie': onwardCookie.keep({ backTo: backToOf(args.request) ?? paths.account() }) });
  if (way === 'single-sign-on') {
    let { url, cookie } = await redirectToSignOn(call, 'confirmation');
    headers.append('set-cookie', cookie);
    return json({ url }, { headers });
  }
  let leaving = await redirectToGithub(args.request, paths.githubConfirmationCallback());
  let url = leaving?.headers.get('location');
  if (!leaving || !url) return redirectWithToast(paths.account(), 'not_confirmed_by_github');
  for (let cookie of leaving.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return json({ url }, { headers });
}

export default function ConfirmationPage() {
  let { by } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  let form = useAppForm(null);
  return (
    <Stack narrow>
      <PageTitle title="Confirm your identity" />
      <Card>
        {answer ? (
          <ContinueElsewhere url={answer.url} name={by} />
        ) : (
          <AppForm form={form}>
            <p>Your account signs in with {by}. Confirm your identity there; it is valid for ten minutes.</p>
            <div>
              <SubmitButton>Confirm with {by}</SubmitButton>
            </div>
          </AppForm>
        )}
      </Card>
    </Stack>
  );
}
