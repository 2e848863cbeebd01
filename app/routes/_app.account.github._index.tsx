/**
 * /account/github: leads to GitHub to link an account. Starts with a post only, so a link from
 * elsewhere cannot start it.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountHandle } from '../shell/breadcrumbs';
import { ContinueElsewhere, LinkForm } from '../features/account/sign-in-forms';
import { requireAccount } from '../features/account/require-account.server';
import { emptyForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectToGithub } from '../session/github.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Link GitHub', description: 'Sign in with GitHub.' });
export const handle = accountHandle('Link GitHub');

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAccount(args);
  return { identity: await readReauthentication(call, args.request) };
}

export const action = keepingConfirmation(async (args) => {
  let { call } = await requireAccount(args);
  let form = await readSensitiveForm(args.request, emptyForm, call);
  if (!form.ok) return form.reply;
  let { isConfirmed } = await readReauthentication(call, args.request);
  if (!isConfirmed) return form.reject('current_password', 'confirmation-required');
  let leaving = await redirectToGithub(args.request, paths.githubLinkCallback());
  let url = leaving?.headers.get('location');
  if (!leaving || !url) return redirectWithToast(paths.accountSecurity(), 'github_not_linked');
  leaving.headers.delete('location');
  return json({ url }, { headers: leaving.headers });
});

export default function LinkGithubPage() {
  let { identity } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  let lastResult = answer && 'lastResult' in answer ? answer.lastResult : undefined;
  return (
    <Stack narrow>
      <PageTitle title="Link GitHub" />
      <Card>
        {answer && 'url' in answer ? (
          <ContinueElsewhere url={answer.url} name="GitHub" />
        ) : (
          <LinkForm identity={identity} lastResult={lastResult} />
        )}
      </Card>
    </Stack>
  );
}
