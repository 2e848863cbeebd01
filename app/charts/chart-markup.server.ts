import { createHash } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import type { ChartMarkup } from './chart-style';

/**
 * The HTML document already has the charts, so their markup is left out of its loader data; a hash
 * takes its place, so that the page's ETag still depends on it.
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
