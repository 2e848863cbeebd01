/**
 * /account/tokens: API tokens for scripts. A new one is in the answer to its form, the only time it
 * is shown.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { tokensApi } from 'contract/accounts/tokens';
import { accountHandle } from '../shell/breadcrumbs';
import { TokenInput } from '../features/account/forms.server';
import { requireAccount } from '../features/account/require-account.server';
import { CreatedToken, NewTokenForm, TokenList } from '../features/account/api-tokens';
import { tryApi } from '../gateway/gateway-addresses';
import { apiOrigin } from '../gateway/gateway-origin.server';
import { secondary } from '../gateway/secondary.server';
import { pageMeta } from '../shell/meta';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { keepingConfirmation } from '../session/confirmation.server';
import { readMemberships } from '../session/organizations.server';
import { dedupe } from '../session/submission-deduplication.server';
import { Card } from '../ui/card';
import { CopyText } from '../ui/copy-text';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'API tokens',
  description: 'Tokens for scripts that use the API as you.',
});
export const handle = accountHandle('API tokens');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params, username } = await requireAccount(args);
  let [tokens, identity, memberships] = await Promise.all([
    call(tokensApi.getApiTokens, { params }),
    readReauthentication(call, args.request),
    secondary(readMemberships(call, username), []),
  ]);
  let now = new Date().toISOString();
  let lines = tokens.map((token) => ({ ...token, hasEnded: token.expires_at !== null && token.expires_at <= now }));
  let owners = [username, ...memberships.map(({ organization_name: name }) => name)];
  return { tokens: lines, identity, owners, tryLine: tryLineOf(username) };
}

export const action = keepingConfirmation(async (args) => {
  let { call, params, username } = await requireAccount(args);
  let form = await readSensitiveForm(args.request, TokenInput, call);
  if (!form.ok) return form.reply;
  return dedupe(args.request, form.value, async () => {
    let made = await call(tokensApi.createApiToken, { params, body: form.value }).catch(form.refuse);
    if (made instanceof Response) return made;
    let { name, token, owner, scopes } = made;
    let tryLine = scopes.includes('read') ? tryLineOf(owner ?? username) : null;
    return json({ made: { name, token, tryLine } }, { status: 201, headers: { 'cache-control': 'no-store' } });
  });
});

/** A command that lists packages of an owner. */
function tryLineOf(owner: string): string {
  return tryApi(apiOrigin, `/v2/packages/${owner}`);
}

export default function TokensPage() {
  let { tokens, identity, owners, tryLine } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  let made = answer && 'made' in answer ? answer.made : null;
  let lastResult = answer && 'lastResult' in answer ? answer.lastResult : undefined;
  return (
    <Stack>
      <PageTitle
        title="API tokens"
        description={
          <>
            Use the API from scripts.{' '}
            <Link to={paths.docs('api')} className="text-accent underline">
              How the API works
            </Link>
          </>
        }
      />
      {made && <CreatedToken {...made} />}
      {tokens.length > 0 && (
        <Card title="Your tokens" flush>
          <TokenList tokens={tokens} />
        </Card>
      )}
      <Stack narrow>
        <Card title="New token">
          <NewTokenForm key={made?.token} identity={identity} owners={owners} lastResult={lastResult} />
        </Card>
        <Card title="Example" description="Send the token with every call.">
          <CopyText text={tryLine} label="command" wrap />
        </Card>
      </Stack>
    </Stack>
  );
}
