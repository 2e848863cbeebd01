/** The breadcrumb of pages about one pixel. */
import { paths } from '../../paths';
import type { PageHandle } from '../../shell/page';

/** The handle of a page below the pixels; `here` is its own label. */
export function pixelHandle(here: string): PageHandle {
  return {
    breadcrumb: ({ params }) => [{ label: 'Pixels', to: paths.pixels(params.owner ?? '') }, { label: here }],
  };
}
