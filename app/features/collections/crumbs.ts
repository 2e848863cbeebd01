/** The breadcrumb of pages about one collection. */
import { paths } from '../../paths';
import type { PageHandle } from '../../shell/page';

/** The handle of a page below the collections; `here` is its own label. */
export function collectionHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params }) => [{ label: 'Collections', to: paths.collections(params.owner ?? '') }, { label: here }],
  };
}
