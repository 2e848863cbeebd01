/** The admin area: its tabs, for platform admins. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { ClockNotice } from '../features/admin/clock-notice';
import { JournalNotices } from '../features/admin/journal-notices';
import { readClockDoubt, readJournal } from '../features/admin/journal-status.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { Stack } from '../ui/stack';
import { type TabLink, Tabs } from '../ui/tabs';

export const meta = pageMeta({
  title: 'Admin',
  description: 'The administration of this installation, for platform admins.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  let [journal, clock] = await Promise.all([readJournal(call), readClockDoubt(call)]);
  return { journal, clock };
}

/** In their order on the page. */
const tabs: readonly TabLink[] = [
  { label: 'Accounts', to: paths.admin() },
  { label: 'Domains', to: paths.adminDomains() },
  { label: 'Reserved names', to: paths.adminNames() },
  { label: 'Products', to: paths.adminProducts() },
  { label: 'Discounts', to: paths.adminDiscounts() },
  { label: 'Audit', to: paths.adminAudit() },
  { label: 'Status', to: paths.adminStatus() },
];

export default function AdminLayout() {
  let { journal, clock } = useLoaderData<typeof loader>();
  let isOnOwner = useLocation().pathname.startsWith(paths.adminOwner(''));
  let [owners, ...rest] = tabs;
  return (
    <Stack>
      <Tabs label="Admin" tabs={[{ ...owners!, current: isOnOwner || undefined }, ...rest]} />
      {clock && <ClockNotice {...clock} />}
      {journal && <JournalNotices journal={journal} />}
      <Outlet />
    </Stack>
  );
}
