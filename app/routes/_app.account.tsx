/** /account…: the sidebar beside the settings of an account. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { accountGroups } from '../shell/settings-groups.server';
import { SettingsLayout } from '../shell/settings-layout';
import { showsTwoFactor } from '../features/two-factor/two-factor.server';
import { requireSession } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  return { groups: accountGroups(await showsTwoFactor(await requireSession(args))) };
}

export default function AccountLayout() {
  let { groups } = useLoaderData<typeof loader>();
  return <SettingsLayout label="Account" groups={groups} />;
}
