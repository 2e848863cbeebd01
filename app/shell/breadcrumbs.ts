/** Breadcrumbs. `here` is the label of the page itself. */
import { paths } from '../links/paths';
import { withoutFilter } from '../links/query-parameters';
import type { Crumb, PageHandle } from './page-handle';

export function accountHandle(here: string): PageHandle {
  return { breadcrumb: () => [{ label: 'Account', to: paths.account() }, { label: here }] };
}

export function billingHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params }) => [
      { label: 'Subscriptions', to: paths.subscriptions() },
      { label: params.owner ?? '' },
      { label: here },
    ],
  };
}

export function companyHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params: { owner = '', companyDomain = '' }, kept }) => [
      { label: 'Overview', to: paths.home(owner, kept) },
      { label: companyDomain, isName: true, to: paths.company(owner, companyDomain, kept) },
      { label: here },
    ],
  };
}

export function collectionHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params }) => [{ label: 'Collections', to: paths.collections(params.owner ?? '') }, { label: here }],
  };
}

export function organizationHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params: { owner = '' } }) => [
      { label: 'Organizations', to: paths.organizations() },
      { label: owner, isName: true, to: paths.organization(owner) },
      { label: here },
    ],
  };
}

/** For pages below the account and below organizations. */
export function settingsHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params: { owner } }) => [
      ...(owner === undefined
        ? [{ label: 'Account', to: paths.account() }]
        : [
            { label: 'Organizations', to: paths.organizations() },
            { label: owner, isName: true, to: paths.organization(owner) },
          ]),
      { label: here },
    ],
  };
}

export function memberHandle(): PageHandle {
  return {
    breadcrumb: ({ params: { owner = '', username = '' } }) => [
      { label: owner, isName: true, to: paths.organization(owner) },
      { label: 'Members', to: paths.organizationMembers(owner) },
      { label: username, isName: true },
    ],
  };
}

export function newOrganizationHandle(here: string): PageHandle {
  return { breadcrumb: () => [{ label: 'New organization', to: paths.newOrganization() }, { label: here }] };
}

/** Without `here`, the package page itself. */
export function packageHandle(here?: string): PageHandle {
  return {
    breadcrumb({ params, kept }) {
      let { owner = '', packageType = '', packageName = '' } = params;
      let crumbs: Crumb[] = [
        { label: 'Packages', to: paths.packages(owner, withoutFilter(kept)) },
        { label: packageName, isName: true, to: paths.package(owner, packageType, packageName, kept) },
      ];
      return here ? [...crumbs, { label: here }] : crumbs;
    },
  };
}

export function pixelHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params: { owner = '' }, kept }) => [
      { label: 'Pixels', to: paths.pixels(owner, withoutFilter(kept)) },
      { label: here },
    ],
  };
}
