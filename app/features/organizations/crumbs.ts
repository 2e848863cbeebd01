/** The breadcrumb of pages of an organization. */
import { paths } from '../../paths';
import type { PageHandle } from '../../shell/page';

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
