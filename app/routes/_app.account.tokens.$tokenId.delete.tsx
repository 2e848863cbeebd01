/** …/delete: revokes an API token. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { tokensApi } from 'contract/accounts/tokens';
import { accountHandle } from '../shell/breadcrumbs';
import { requireAccount } from '../features/account/require-account.server';
import { Confirm } from '../forms/confirm';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { errorResponse } from '../gateway/error-message.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Revoke token',
  description: 'Revoke an API token.',
});
export const handle = accountHandle('Revoke token');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let token = (await call(tokensApi.getApiTokens, { params })).find(({ id }) => id === args.params.tokenId);
  if (!token) throw errorResponse('token-not-found');
  return { name: token.name };
}

export async function action(args: ActionFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let gone = { ...params, id: args.params.tokenId ?? '' };
  let refusal = await call(tokensApi.deleteApiToken, { params: gone }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.accountTokens(), 'token_revoked');
}

export default function TokenDeletePage() {
  let { name } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Revoke token" />
      <Card>
        <Confirm button="Revoke token" cancelTo={paths.accountTokens()} lastResult={refused?.lastResult}>
          Scripts that use <strong className="break-words">{name}</strong> stop working immediately.
        </Confirm>
      </Card>
    </Stack>
  );
}
