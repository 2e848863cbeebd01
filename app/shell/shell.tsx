/** Page frames: signed in, visitors, and a bare one for failures. */
import { Link, useMatches, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { longNavigationMs } from '../locale/delays';
import { Delayed } from '../ui/lazy-placeholder';
import { Icon } from '../ui/icon';
import { LoadingAnimation } from '../ui/loading';
import { ActingBanner, Banners } from './banners';
import { ConfigurationShortcut, SearchDialogProvider } from './dialogs';
import { Footer } from './footer';
import { GuestHeader, Header } from './header';
import { LogoLink } from './logo';
import { Main } from './main';
import { breadcrumbOf, type Crumb, type PageLayout, layoutOf } from './page-handle';
import type { ShellData } from './shell-data.server';
import { useChat, usePrefetching } from './enhancers';
import { usePreservedQuery, useHere } from './use-page';

/** As wide as the header, so that each page begins below the logo. */
const headerWidth = 'mx-auto w-full max-w-7xl px-4 py-6';
const widths: Record<PageLayout, string> = {
  dashboard: headerWidth,
  fullwidth: headerWidth,
  noheader: headerWidth,
  clean: 'w-full',
};

interface ShellProps {
  shell: ShellData | null;
  failed?: boolean;
  children: ReactNode;
}

export function Shell({ shell, failed = false, children }: ShellProps) {
  let matches = useMatches();
  let layout = layoutOf(matches);
  useChat(shell?.notices.chat);
  usePrefetching();
  let kept = usePreservedQuery();
  if (layout === 'clean') return <Main className={widths.clean}>{children}</Main>;
  return (
    <>
      <ProgressBar />
      {shell && <ConfigurationShortcut />}
      {layout !== 'noheader' && (shell ? <SignedInHeader shell={shell} /> : <GuestHeader />)}
      {shell?.acting && <ActingBanner as={shell.acting.as} />}
      {shell && <Banners notices={shell.notices} unreachable={!shell.reachable && !failed} />}
      <Main className={widths[layout]}>
        <Breadcrumb crumbs={breadcrumbOf(matches, kept)} />
        {children}
      </Main>
      <Footer />
    </>
  );
}

function SignedInHeader({ shell }: { shell: ShellData }) {
  return (
    <SearchDialogProvider shell={shell}>
      <Header shell={shell} />
    </SearchDialogProvider>
  );
}

export function GuestShell({ children }: { children: ReactNode }) {
  return (
    <>
      <GuestHeader />
      <Main className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">{children}</Main>
      <Footer />
    </>
  );
}

/** For failures of the root route: depends on no data. */
export function BareShell({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-7xl items-center px-4">
          <LogoLink />
        </div>
      </header>
      <Main className={widths.dashboard}>{children}</Main>
      <Footer />
    </>
  );
}

/** The sections above a page as links, the page itself last (spec section 2, page layouts). */
function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  let here = useHere();
  if (!crumbs.length) return null;
  let last = crumbs.length - 1;
  return (
    <nav aria-label="Breadcrumb" className="mb-3">
      <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
        {crumbs.map((crumb, i) => (
          <li key={i} className="flex min-w-0 items-center gap-1">
            {i > 0 && <Icon name="chevron-right" className="size-3.5" />}
            <CrumbLink crumb={i === last ? { to: here, ...crumb } : crumb} current={i === last} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbLink({ crumb, current }: { crumb: Crumb; current: boolean }) {
  let translate = crumb.isName ? ('no' as const) : undefined;
  if (!crumb.to)
    return (
      <span translate={translate} className="truncate">
        {crumb.label}
      </span>
    );
  return (
    <Link
      to={crumb.to}
      translate={translate}
      aria-current={current ? 'page' : undefined}
      className="truncate text-inherit no-underline hover:text-ink hover:underline aria-[current]:text-ink"
    >
      {crumb.label}
    </Link>
  );
}

/** Appears after a delay; slow pages get the large animation. */
function ProgressBar() {
  let { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <>
      <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
        <div className="h-full w-1/3 animate-[travel_1s_ease-in-out_200ms_infinite_both] bg-accent" />
      </div>
      {state === 'loading' && (
        <Delayed ms={longNavigationMs}>
          <div className="pointer-events-none fixed top-1/2 left-1/2 z-50 -translate-1/2 rounded-lg border border-line bg-surface p-4 shadow-xl">
            <LoadingAnimation />
          </div>
        </Delayed>
      )}
    </>
  );
}
