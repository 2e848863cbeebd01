/** …/notifications: whether the reader gets a mail when a new company uses a package. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { notificationsApi } from 'contract/alerts/notifications';
import { usersApi } from 'contract/accounts/users';
import { packageHandle } from '../shell/breadcrumbs';
import { NotificationForm } from '../features/packages/package-forms';
import { NotificationsInput, readNotifications } from '../features/packages/notifications.server';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { AlertBox } from '../ui/alert';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Notifications of ${params.packageName}`,
  description: 'Get notified about new companies.',
}));
export const handle = packageHandle('Notifications');

export async function loader(args: LoaderFunctionArgs) {
  let { call, item, username } = await requirePackageChanger(args);
  let [{ own }, { email }] = await Promise.all([
    readNotifications(call, item, username),
    call(usersApi.getUser, { params: { username } }),
  ]);
  return { isEnabled: own !== null, isPaused: own?.is_paused ?? false, downloads: own?.downloads ?? 1, email };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, item, username } = await requirePackageChanger(args);
  let form = await readForm(args.request, NotificationsInput);
  if (!form.ok) return form.reply;
  let params = { owner, package_id: item.id, username };
  let { enabled, downloads } = form.value;
  let saved = await (
    enabled
      ? call(notificationsApi.setPackageNotification, { params, body: { downloads } })
      : call(notificationsApi.deletePackageNotification, { params })
  ).catch(form.refuse);
  if (saved instanceof Response) return saved;
  let toast = enabled ? ('notification_on' as const) : ('notification_off' as const);
  return redirectWithToast(paths.packageSettings(owner, item.type, item.name), toast);
}

export default function NotificationsPage() {
  let { isPaused, ...form } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Notifications" />
      {isPaused && (
        <AlertBox
          variant="warning"
          title="Nothing is sent at the moment."
          action={
            <LinkButton to={paths.accountEmail()} variant="outline" size="sm">
              Email preferences
            </LinkButton>
          }
        >
          Your email is not verified, or you turned off these emails.
        </AlertBox>
      )}
      <Card>
        <NotificationForm {...form} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
