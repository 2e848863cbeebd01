/** /github-login-callback/account: the return from GitHub that links the account chosen there. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { githubApi } from 'contract/accounts/github';
import { requireAccount } from '../features/account/require-account.server';
import { readApiError } from '../gateway/gateway-client.server';
import type { ToastKey } from '../text/messages';
import { paths } from '../links/paths';
import { tokenFromGithub } from '../session/github.server';
import { redirectWithToast } from '../session/toast.server';

const said: Partial<Record<string, ToastKey>> = {
  'github-account-already-linked': 'github_belongs_elsewhere',
  'github-token-not-valid': 'github_not_linked',
  'github-did-not-answer': 'github_not_linked',
  'confirmation-required': 'not_confirmed',
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let access_token = await tokenFromGithub(args.request, paths.githubLinkCallback());
  if (!access_token) return redirectWithToast(paths.accountSecurity(), 'github_not_linked');
  let toast = await call(githubApi.linkGithubAccount, { params, body: { access_token } }).then(
    () => 'github_linked' as const,
    refusedAs,
  );
  return redirectWithToast(paths.accountSecurity(), toast);
}

async function refusedAs(thrown: unknown): Promise<ToastKey> {
  let toast = said[(await readApiError(thrown))?.code ?? ''];
  if (!toast) throw thrown;
  return toast;
}
