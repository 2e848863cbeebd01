/** The breadcrumbs of pages below an account, an organization, or what an owner has. */
import { paths } from '../links/paths';
import type { Crumb, PageHandle } from './page-handle';

/** The handle of a page below the account; `here` is its own label. */
export function accountHandle(here: string): PageHandle {
  return { breadcrumb: () => [{ label: 'Account', to: paths.account() }, { label: here }] };
}

/** The handle of a page below billing; `here` is its own label. */
export function billingHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params }) => [
      { label: 'Subscriptions', to: paths.subscriptions() },
      { label: params.owner ?? '' },
      { label: here },
    ],
  };
}

/** The handle of a page below a company; `here` is its own label. */
export function companyHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params: { owner = '', companyDomain = '' } }) => [
      { label: 'Home', to: paths.home(owner) },
      { label: companyDomain, to: paths.company(owner, companyDomain) },
      { label: here },
    ],
  };
}

/** The handle of a page below the collections; `here` is its own label. */
export function collectionHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params }) => [{ label: 'Collections', to: paths.collections(params.owner ?? '') }, { label: here }],
  };
}

/**
 * The handle of a page below an organization; `here` is its own label, the organization itself
 * without one.
 */
export function organizationHandle(here?: string): PageHandle {
  return {
    breadcrumb: ({ params: { owner = '' } }) => [
      { label: 'Organizations', to: paths.organizations() },
      ...(here ? [{ label: owner, to: paths.organization(owner) }, { label: here }] : [{ label: owner }]),
    ],
  };
}

/** The handle of a page below the members. */
export function memberHandle(): PageHandle {
  return {
    breadcrumb: ({ params: { owner = '', username = '' } }) => [
      { label: owner, to: paths.organization(owner) },
      { label: 'Members', to: paths.organizationMembers(owner) },
      { label: username },
    ],
  };
}

/** The handle of a page that makes an organization. */
export function newOrganizationHandle(here?: string): PageHandle {
  let first = { label: 'New organization' };
  return { breadcrumb: () => (here ? [{ ...first, to: paths.newOrganization() }, { label: here }] : [first]) };
}

/**
 * The handle of a page below a package; `here` is the page's own label, none for the package page
 * itself.
 */
export function packageHandle(here?: string): PageHandle {
  return {
    breadcrumb({ params }) {
      let { owner = '', packageType = '', packageName = '' } = params;
      let crumbs: Crumb[] = [
        { label: 'Packages', to: paths.packages(owner) },
        { label: packageName, to: paths.package(owner, packageType, packageName) },
      ];
      return here ? [...crumbs, { label: here }] : crumbs;
    },
  };
}

/** The handle of a page below the pixels; `here` is its own label. */
export function pixelHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params }) => [{ label: 'Pixels', to: paths.pixels(params.owner ?? '') }, { label: here }],
  };
}
