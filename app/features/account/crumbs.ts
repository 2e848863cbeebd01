/** The breadcrumb of pages of an account. */
import { paths } from '../../paths';
import type { PageHandle } from '../../shell/page';

/** The handle of a page below the account; `here` is its own label. */
export function accountHandle(here: string): PageHandle {
  return { breadcrumb: () => [{ label: 'Account', to: paths.account() }, { label: here }] };
}
