/** The shell of signed-in pages. Errors of pages are shown inside it. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { failureMeta } from '../meta';
import { requireSession } from '../session/guards.server';
import { newDisplayCookie } from '../session/reader.server';
import { ErrorPage } from '../shell/error-page';
import { BareShell, Shell } from '../shell/shell';
import { loadShellAndDisplay } from '../shell/shell-data.server';

export const meta = failureMeta;

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireSession(args);
  let { shell, display } = await loadShellAndDisplay(signedIn, args.params.owner);
  if (display) args.context.display = newDisplayCookie(args.request, display);
  return shell;
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
