/**
 * A chart rendered on the server. Its enhancements, such as arrow keys, load on first hover or
 * focus.
 */
import { useNavigate } from '@remix-run/react';
import type { SyntheticEvent } from 'react';
import { loadLazily } from '../ui/lazy-load';
import type { ChartMarkup } from './chart-style';

/** Markup from the document, which its loader data omits. */
const given = new Map<string | undefined, string>();
if (typeof document !== 'undefined')
  for (let chart of document.querySelectorAll<HTMLElement>('[data-drawn]'))
    given.set(chart.dataset.drawn, chart.innerHTML);

export function RenderedChart({ drawing: { html, key } }: { drawing: ChartMarkup }) {
  let navigate = useNavigate();
  let watch = ({ currentTarget: chart }: SyntheticEvent<HTMLElement>) =>
    void loadLazily(() => import('./chart-enhancers')).then((part) => part?.enhanceChart(chart, navigate));
  return (
    <div
      data-drawn={key}
      onPointerEnter={watch}
      onFocus={watch}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html ?? given.get(key) ?? '' }}
    />
  );
}
