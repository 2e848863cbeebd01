/** A page in the dashboard's shell, rendered with the data of a root and of a signed-in person. */
import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { FooterList } from 'app/config/footer-links';
import type { PageHandle } from 'app/shell/page-handle';
import { Shell } from 'app/shell/shell';
import type { ShellData } from 'app/shell/shell-data.server';

/** The shell of grace, who looks at hopper-labs. */
export const grace: ShellData = {
  username: 'grace',
  displayName: 'Grace Hopper',
  organizations: ['hopper-labs', 'univac'],
  isAdmin: false,
  acting: null,
  showInsights: false,
  owner: { tag: 'organization', context: 'hopper-labs' },
  mayCreate: true,
  isOwnerKnown: true,
  reachable: true,
  notices: { verification: null, recoveryCodes: [], trialDays: null, chat: null },
};

/** The data of the root. */
export const site = {
  theme: 'dark',
  toast: null,
  publicUrl: 'https://d.test',
  docsUrl: 'https://docs.test/',
  registration: 'open',
  landingUrl: undefined as string | undefined,
  attributions: [],
  footer: [] as FooterList[],
  development: false,
};

interface Page {
  shell?: ShellData | null;
  handle?: PageHandle;
  siteData?: Partial<typeof site> & { attributions?: string[] };
  children?: ReactNode;
  query?: string;
}

/** Renders a page at /analytics/hopper-labs in its shell, below a root with the site's data. */
export async function show({ shell = grace, handle = {}, siteData = {}, children = <h1>Page</h1>, ...at }: Page) {
  let Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ ...site, ...siteData }),
      Component: () => <Outlet />,
      children: [{ path: 'analytics/:owner', handle, Component: () => <Shell shell={shell}>{children}</Shell> }],
    },
  ]);
  render(<Stub initialEntries={[`/analytics/hopper-labs${at.query ?? '?range=last-month'}`]} />);
  return screen.findByRole('main');
}
