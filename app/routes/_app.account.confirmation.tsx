/**
 * /account/confirmation: leads an account without a password to GitHub, to confirm who is signed
 * in. Starts with a post only, so a link from elsewhere cannot start it.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { accountHandle } from '../features/breadcrumbs';
import { ContinueToGithub } from '../features/account/sign-in-forms';
import { requireAccount } from '../features/account/require-account.server';
import { AppForm, useAppForm } from '../forms/app-form';
import { noFields, read } from '../forms/read.server';
import { SubmitButton } from '../forms/submit';
import { readIdentity } from '../identity.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { leaveForGithub } from '../session/github.server';
import { backToOf } from '../session/sign-in.server';
import { onwardCookie } from '../session/sign-in-cookies.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Confirm that it is you',
  description: 'Show with GitHub that this session is yours.',
});
export const handle = accountHandle('Confirm');

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAccount(args);
  let { way } = await readIdentity(call, args.request);
  // A password is asked for in the form itself.
  if (way !== 'github') throw redirect(paths.backTo(backToOf(args.request) ?? paths.account()));
  return null;
}

export async function action(args: ActionFunctionArgs) {
  await requireAccount(args);
  await read(args.request, noFields);
  let leaving = await leaveForGithub(args.request, paths.githubConfirmationCallback());
  let url = leaving?.headers.get('location');
  if (!leaving || !url) return redirectWithToast(paths.account(), 'not_confirmed_by_github');
  leaving.headers.delete('location');
  leaving.headers.append('set-cookie', onwardCookie.keep({ backTo: backToOf(args.request) ?? paths.account() }));
  return json({ url }, { headers: leaving.headers });
}

export default function ConfirmationPage() {
  let answer = useActionData<typeof action>();
  let form = useAppForm(null);
  return (
    <Stack narrow>
      <PageTitle title="Confirm that it is you" />
      <Card>
        {answer ? (
          <ContinueToGithub url={answer.url} />
        ) : (
          <AppForm form={form}>
            <p>Your account has no password, so GitHub is asked again who you are. That holds for ten minutes.</p>
            <div>
              <SubmitButton>Confirm with GitHub</SubmitButton>
            </div>
          </AppForm>
        )}
      </Card>
    </Stack>
  );
}
