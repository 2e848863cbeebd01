/** The breadcrumb of pages about packages. */
import { paths } from '../../paths';
import type { Crumb, PageHandle } from '../../shell/page';

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
