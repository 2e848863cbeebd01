/**
 * A chart that the server has drawn as markup. What makes it handier, such as arrow keys, is loaded
 * when a pointer or the focus comes to it.
 */
import { useNavigate } from '@remix-run/react';
import type { SyntheticEvent } from 'react';
import { loadLazily } from '../ui/lazy-load';
import type { ChartMarkup } from './chart-style';

/** What the document came with: its data do not have it a second time. */
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
