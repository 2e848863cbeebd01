/** …/settings: what a package is, who may see it, and its deletion. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PackageFacts } from '../features/packages/details';
import { MembersCard, NotificationsCard } from '../features/packages/package-cards';
import { PackageHead } from '../shell/artifact-head';
import { requirePackage } from '../features/packages/require-package.server';
import { paths } from '../links/paths';
import { packageSettings } from '../reports/package-settings.server';
import { packageHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { DangerZone } from '../ui/danger-zone';
import { Part } from '../ui/part';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Settings of ${params.packageName}`,
  description: 'One package: its details, members and notifications.',
}));
export const handle = packageHandle('Settings');

export async function loader(args: LoaderFunctionArgs) {
  return packageSettings(args, await requirePackage(args));
}

export default function PackageSettingsPage() {
  let { item, kept, features, versions, mayChange, members, notifications, role, username } =
    useLoaderData<typeof loader>();
  let { owner, type, name } = item;
  return (
    <Stack>
      <PackageHead item={item} kept={kept} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <PackageFacts {...{ item, kept, features, versions, mayChange }} />
        <div className="flex min-w-0 flex-col gap-5">
          {members !== null && (
            <Part title="Members" of={members}>
              {(known) => <MembersCard item={item} members={known} by={role} username={username} />}
            </Part>
          )}
          {notifications !== null && (
            <Part title="Notifications" of={notifications}>
              {(known) => <NotificationsCard item={item} {...known} />}
            </Part>
          )}
          {mayChange && (
            <DangerZone to={paths.packageDelete(owner, type, name)} label="Delete package">
              Its routes, domains and download URLs are deleted with it.
            </DangerZone>
          )}
        </div>
      </div>
    </Stack>
  );
}
