/** The frame of pages for visitors. They load no script. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { failureMeta } from '../shell/meta';
import { requireGuest } from '../session/guards.server';
import { ErrorPage } from '../shell/error-page';
import type { PageHandle } from '../shell/page-handle';
import { GuestShell } from '../shell/shell';

export const handle: PageHandle = { scripts: false };

export const meta = failureMeta;

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return null;
}

export default function Guests() {
  return (
    <GuestShell>
      <Outlet />
    </GuestShell>
  );
}

export function ErrorBoundary() {
  return (
    <GuestShell>
      <ErrorPage />
    </GuestShell>
  );
}
