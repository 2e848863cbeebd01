/** /account…: the tabs above every page of an account. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { accountTabs } from '../shell/settings-tabs.server';
import { showsTwoFactor } from '../features/two-factor/two-factor.server';
import { requireSession } from '../session/guards.server';
import { Stack } from '../ui/stack';
import { Tabs } from '../ui/tabs';

export async function loader(args: LoaderFunctionArgs) {
  return { tabs: accountTabs(await showsTwoFactor(await requireSession(args))) };
}

export default function AccountLayout() {
  let { tabs } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Tabs label="Account" tabs={tabs} />
      <Outlet />
    </Stack>
  );
}
