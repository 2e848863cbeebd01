/** /account/github/removal: unlinks the GitHub account, after a confirmation. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { githubApi } from 'contract/accounts/github';
import { accountHandle } from '../shell/breadcrumbs';
import { requireAccount } from '../features/account/require-account.server';
import { Confirm } from '../forms/confirm';
import { emptyForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Unlink GitHub',
  description: 'Stop signing in with GitHub.',
});
export const handle = accountHandle('Unlink GitHub');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let [{ login }, identity] = await Promise.all([
    call(githubApi.getGithubLink, { params }),
    readReauthentication(call, args.request),
  ]);
  return { login, identity };
}

export const action = keepingConfirmation(async (args) => {
  let { call, params } = await requireAccount(args);
  let form = await readSensitiveForm(args.request, emptyForm, call);
  if (!form.ok) return form.reply;
  let refusal = await call(githubApi.unlinkGithubAccount, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.accountSecurity(), 'github_unlinked');
});

export default function UnlinkGithubPage() {
  let { login, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Unlink GitHub" />
      <Card>
        <Confirm
          button="Unlink"
          pending="Unlinking …"
          cancelTo={paths.accountSecurity()}
          identity={identity}
          lastResult={refused?.lastResult}
        >
          {login ? (
            <>
              The GitHub account <strong className="break-words">{login}</strong> can no longer sign in to your account.
            </>
          ) : (
            'No GitHub account is linked.'
          )}
        </Confirm>
      </Card>
    </Stack>
  );
}
