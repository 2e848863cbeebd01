/** /account/display: time zone, first day of weeks, and signs in numbers. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountApi } from 'contract/accounts/account';
import { Display } from 'contract/accounts/display';
import { usersApi } from 'contract/accounts/users';
import { DisplayForm } from '../features/account/display-form';
import { zoneNames } from '../features/account/forms.server';
import { requireAccount } from '../features/account/require-account.server';
import { accountHandle } from '../shell/breadcrumbs';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { serverPaths } from '../links/paths.server';
import { browserZone, displayCookie, noDisplay } from '../session/reader.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Display',
  description: 'Date and number format.',
});
export const handle = accountHandle('Display');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let user = await call(usersApi.getUser, { params });
  return json({ display: user.display ?? noDisplay, zones: zoneNames(), browser: browserZone(args.request) });
}

export async function action(args: ActionFunctionArgs) {
  let { call, params, session } = await requireAccount(args);
  let form = await readForm(args.request, Display);
  if (!form.ok) return form.reply;
  let display = await call(accountApi.updateDisplay, { params, body: form.value }).catch(form.refuse);
  if (display instanceof Response) return display;
  let isOwn = session.act_as?.username === undefined;
  return redirectWithToast(
    serverPaths.accountDisplay(),
    'profile_saved',
    isOwn ? { 'set-cookie': displayCookie(display) } : {},
  );
}

export default function DisplayPage() {
  let { display, zones, browser } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Display" description="Date and number format" />
      <Card>
        <DisplayForm
          key={JSON.stringify(display)}
          display={display}
          zones={zones}
          browser={browser}
          lastResult={refused?.lastResult}
        />
      </Card>
    </Stack>
  );
}
