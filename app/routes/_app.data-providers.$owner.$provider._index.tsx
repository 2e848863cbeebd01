/**
 * /data-providers/[owner]/[provider]: switches a data provider on, or changes its key where the
 * flag is on.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { dataProvidersApi, ApiKey } from 'contract/companies/data-providers';
import { env } from '../config/env.server';
import { KeyForm } from '../features/data-providers/data-providers';
import { readForm } from '../forms/read-form.server';
import type { Call } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { paths, settingsOf } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { errorResponse } from '../gateway/error-message.server';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Data provider', description: 'Connect a company data provider.' });
export const handle: PageHandle = {
  breadcrumb: ({ params }) => [
    { label: params.owner ?? '', isName: true, to: paths.home(params.owner ?? '') },
    { label: 'Data provider' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, username } = await requireManagerRole(args);
  let provider = await providerOf(call, owner, args.params.provider);
  if (provider.is_enabled && !env.flags.showUpdateClearbitToken)
    return redirect(paths.settingsHome(settingsOf(owner, username)));
  return { name: provider.name, isEnabled: provider.is_enabled };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, username } = await requireManagerRole(args);
  let { provider, is_enabled } = await providerOf(call, owner, args.params.provider);
  if (is_enabled && !env.flags.showUpdateClearbitToken)
    return redirect(paths.settingsHome(settingsOf(owner, username)));
  let form = await readForm(args.request, ApiKey);
  if (!form.ok) return form.reply;
  let given = { params: { owner, provider }, body: form.value };
  let enabled = await call(dataProvidersApi.enableDataProvider, given).catch(form.refuse);
  return enabled instanceof Response
    ? enabled
    : redirectWithToast(paths.settingsHome(settingsOf(owner, username)), 'data_provider_on');
}

async function providerOf(call: Call, owner: string, wanted: string | undefined) {
  let { results } = await call(dataProvidersApi.getDataProviders, { params: { owner } });
  let found = results.find(({ provider }) => provider === wanted);
  if (found) return found;
  throw errorResponse('data-provider-not-found');
}

export default function DataProviderPage() {
  let { name, isEnabled } = useLoaderData<typeof loader>();
  let refused = useActionData<{ lastResult: Parameters<typeof KeyForm>[0]['lastResult'] }>();
  return (
    <Stack narrow>
      <PageTitle
        title={isEnabled ? `Change key of ${name}` : `Enable ${name}`}
        description="Adds size, industry and location to companies."
      />
      <Card>
        <KeyForm name={name} isEnabled={isEnabled} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
