/**
 * What surrounds a page: header, breadcrumb, the page in its layout, footer. One frame for people,
 * one for visitors, one for when nothing is known.
 */
import { useMatches } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ActingBanner } from './acting-banner';
import { Banners } from './banners';
import { Breadcrumb } from './breadcrumb';
import { useChat } from './chat-starter';
import { ConfigurationOpener } from './configuration-opener';
import { Footer } from './footer';
import { GuestHeader } from './guest-header';
import { Header } from './header';
import { useFilterId } from './use-current-url';
import { LogoLink } from './logo';
import { Main } from './main';
import { breadcrumbOf, type Layout, layoutOf } from './page';
import { usePrefetching } from './prefetch-starter';
import { ProgressBar } from './progress-bar';
import { SearchOpener } from './search-opener';
import type { ShellData } from './shell-data.server';

const widths: Record<Layout, string> = {
  dashboard: 'mx-auto w-full max-w-7xl px-4 py-6',
  fullwidth: 'w-full px-4 py-6',
  noheader: 'mx-auto w-full max-w-7xl px-4 py-6',
  clean: 'w-full',
};

interface ShellProps {
  /** Null for a visitor. */
  shell: ShellData | null;
  /** The page is one that says what went wrong. */
  failed?: boolean;
  children: ReactNode;
}

/** The frame around a page. */
export function Shell({ shell, failed = false, children }: ShellProps) {
  let matches = useMatches();
  let layout = layoutOf(matches);
  useChat(shell?.notices.chat);
  usePrefetching();
  let filterId = useFilterId();
  if (layout === 'clean') return <Main className={widths.clean}>{children}</Main>;
  return (
    <>
      <ProgressBar />
      {shell && <ConfigurationOpener />}
      {layout !== 'noheader' && (shell ? <SignedInHeader shell={shell} /> : <GuestHeader />)}
      {shell?.acting && <ActingBanner as={shell.acting.as} />}
      {shell && <Banners notices={shell.notices} unreachable={!shell.reachable && !failed} />}
      <Main className={widths[layout]}>
        <Breadcrumb crumbs={breadcrumbOf(matches, filterId)} />
        {children}
      </Main>
      <Footer />
    </>
  );
}

function SignedInHeader({ shell }: { shell: ShellData }) {
  return (
    <SearchOpener owner={shell.owner.context}>
      <Header shell={shell} />
    </SearchOpener>
  );
}

/** The frame of sign-in and its neighbours: a narrow column. */
export function GuestShell({ children }: { children: ReactNode }) {
  return (
    <>
      <GuestHeader />
      <Main className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">{children}</Main>
      <Footer />
    </>
  );
}

/** The frame that needs to know nothing, for failures of the root. */
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
