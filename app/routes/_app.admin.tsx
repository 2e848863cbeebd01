/** The admin area: its heading and tabs, for platform admins. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLocation } from '@remix-run/react';
import { adminTabs } from '../features/admin/tabs';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { requireAdmin } from '../session/guards.server';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';
import { Tabs } from '../ui/tabs';

export const meta = pageMeta({
  title: 'Admin',
  description: 'The administration of this installation, for platform admins.',
});

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return null;
}

export default function AdminLayout() {
  let isOnOwner = useLocation().pathname.startsWith(paths.adminOwner(''));
  let [owners, ...rest] = adminTabs;
  return (
    <Stack>
      <PageTitle title="Admin" />
      <Tabs label="Admin" tabs={[{ ...owners!, current: isOnOwner || undefined }, ...rest]} />
      <Outlet />
    </Stack>
  );
}
