/**
 * The document around every page: language, theme, metadata, toasts, and scripts only where the
 * page has any.
 */
import './styles/app.css';
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import inter from './styles/inter.woff2';
import { failureMeta } from './shell/meta';
import { useNonce } from './http/nonce';
import { permanentRedirect } from './http/redirects.server';
import { allowDuringMaintenance } from './session/guards.server';
import { readToast } from './session/toast.server';
import { ErrorPage, MaintenancePage } from './shell/error-page';
import { allowsScripts } from './shell/page-handle';
import { BareShell } from './shell/shell';
import { siteData } from './shell/shell-data.server';
import { useSiteData } from './shell/use-page';
import { markSvg } from './ui/mark';
import { NavigationRollback } from './shell/page-data';
import { PageWarning } from './shell/page-warning';
import { Toasts } from './shell/toasts';

export const links: LinksFunction = () => [
  { rel: 'preload', href: inter, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  // Small enough to be inline, which saves a request.
  { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(markSvg())}`, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta = failureMeta;

export async function loader(args: LoaderFunctionArgs) {
  let { session } = allowDuringMaintenance(args);
  let address = withoutTrailingSlash(new URL(args.request.url));
  if (address) throw permanentRedirect(address);
  let toast = readToast(args.request);
  return json(
    siteData(args, toast?.toast ?? null, session),
    toast ? { headers: { 'set-cookie': toast.clear } } : undefined,
  );
}

/**
 * Null for an address without trailing slash. Slashes at the start are removed too: `//host` would
 * lead to another site.
 */
function withoutTrailingSlash({ pathname, search }: URL): string | null {
  return /.\/$/.test(pathname) ? `/${pathname.replace(/^\/+|\/+$/g, '')}${search}` : null;
}

export function Layout({ children }: { children: ReactNode }) {
  let site = useSiteData();
  let scripted = allowsScripts(useMatches()) && !site?.maintenance;
  // Scripts of an earlier page keep running on a page without any.
  let running = useHydrated() || scripted;
  let nonce = useNonce();
  return (
    <html
      lang="en"
      data-theme={site && site.theme !== 'system' ? site.theme : undefined}
      data-zone={site?.zone}
      data-numbers={site?.numbers}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-screen flex-col font-sans max-md:has-[[data-panel][open]]:overflow-hidden">
        <a
          href="#main"
          className="sr-only z-50 rounded-md bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          Skip to content
        </a>
        <Toasts toast={site?.toast ?? null} scripted={scripted} development={site?.development} />
        <PageWarning />
        {running && <NavigationRollback />}
        {site?.maintenance ? <MaintenancePage /> : children}
        {running && <ScrollRestoration nonce={nonce} />}
        {scripted && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <BareShell>
      <ErrorPage />
    </BareShell>
  );
}
