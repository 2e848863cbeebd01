/** Frame of settings pages. Pages that the main navigation leads to have no sidebar. */
import { Outlet, useLocation } from '@remix-run/react';
import { Sidebar, type SidebarGroup } from '../ui/sidebar';
import { sectionOf } from './navigation';

export function SettingsLayout({ label, groups }: { label: string; groups: readonly SidebarGroup[] }) {
  if (sectionOf(useLocation().pathname)) return <Outlet />;
  return (
    <Sidebar label={label} groups={groups}>
      <Outlet />
    </Sidebar>
  );
}
