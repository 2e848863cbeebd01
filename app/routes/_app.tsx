/** The shell of signed-in pages. Errors of pages are shown inside it. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { fetchDest } from 'remix-utils/sec-fetch';
import { failureMeta } from '../shell/meta';
import { redirect } from '../http/redirects.server';
import { requireSession } from '../session/guards.server';
import { newDisplayCookie } from '../session/reader.server';
import { ErrorPage } from '../shell/error-page';
import { BareShell, Shell } from '../shell/shell';
import { loadShellAndDisplay } from '../shell/shell-data.server';

export const meta = failureMeta;

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireSession(args);
  let { shell, display } = await loadShellAndDisplay(signedIn, args.params.owner);
  let cookie = display && newDisplayCookie(args.request, display);
  if (cookie && isNavigation(args.request)) throw openedAgain(args.request, cookie);
  args.context.display = cookie;
  return shell;
}

/** Of a browser, which keeps cookies: it has one of the session. */
function isNavigation(request: Request): boolean {
  return request.method === 'GET' && fetchDest(request) === 'document';
}

/** The other loaders of the page have read the days and numbers of the old cookie by now. */
function openedAgain({ url }: Request, cookie: string): Response {
  let { pathname, search } = new URL(url);
  return redirect(pathname + search, { status: 307, headers: { 'set-cookie': cookie } });
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
