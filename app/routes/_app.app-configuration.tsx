/** /app-configuration: 'App Configuration' as a page, for browsers without scripts. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageMeta } from '../shell/meta';
import { requireSession } from '../session/guards.server';
import { readConfiguration } from '../shell/configuration.server';
import { ConfigurationList } from '../shell/configuration-list';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'App Configuration',
  description: 'Feature flags and settings of this server.',
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireSession(args);
  return readConfiguration(signedIn);
}

export default function AppConfigurationPage() {
  return (
    <Stack narrow>
      <PageTitle title="App Configuration" />
      <ConfigurationList configuration={useLoaderData<typeof loader>()} />
    </Stack>
  );
}
