/** The shell of signed-in pages. Errors of pages are shown inside it. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { failureMeta } from '../meta';
import { requireSession } from '../session/guards.server';
import { ErrorPage } from '../shell/error-page';
import { BareShell, Shell } from '../shell/shell';
import { loadShell } from '../shell/shell-data.server';

export const meta = failureMeta;

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireSession(args);
  return loadShell(signedIn, args.params.owner);
}

export default function AppShell() {
  return (
    <Shell shell={useLoaderData<typeof loader>()}>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary() {
  let shell = useRouteLoaderData<typeof loader>('routes/_app');
  if (shell)
    return (
      <Shell shell={shell} failed>
        <ErrorPage />
      </Shell>
    );
  return (
    <BareShell>
      <ErrorPage />
    </BareShell>
  );
}
