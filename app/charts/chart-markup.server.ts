/** Markup of charts in the data of a page. */
import { createHash } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import type { ChartMarkup } from './chart-style';

/**
 * A document has the markup of its charts already: it is left out of the data that scripts get with
 * it. A key stands for it, so that equal data are still equal pages.
 */
export function omitRepeatedMarkup(
  { isDocument }: AppLoadContext,
  drawings: readonly (ChartMarkup | null | undefined)[],
): void {
  if (!isDocument) return;
  for (let drawing of drawings) {
    if (!drawing?.html) continue;
    drawing.key = createHash('sha256').update(drawing.html).digest('base64url');
    Object.defineProperty(drawing, 'html', { enumerable: false });
  }
}
