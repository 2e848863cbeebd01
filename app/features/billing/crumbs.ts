/** The breadcrumb of pages about an owner's billing. */
import { paths } from '../../paths';
import type { PageHandle } from '../../shell/page';

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
