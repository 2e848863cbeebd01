/** One small chart per package as markup, all on the same scale. */
import { scaleLinear, scalePoint } from 'd3-scale';
import { area } from 'd3-shape';
import { renderToStaticMarkup } from 'react-dom/server';
import { timeZone } from '../locale/reader-format';
import { formatInteger } from '../ui/numbers';
import { SeriesTable } from './chart-table.server';
import type { TimeBucket } from './date-buckets.server';
import { chartId } from './chart-style';
import { indexes } from './geometry.server';
import type { TableLinks } from './table-sort.server';
import { greatest } from 'contract/floor/extremes';
import { Name } from '../ui/name';

interface SmallSeries {
  name: string;
  to: string;
  total: number;
  /** One per bucket; null if unknown. */
  values: (number | null)[];
}

interface SmallMultiplesProps {
  series: readonly SmallSeries[];
  buckets: TimeBucket[];
  title: string;
  unit: string;
  bucketName: string;
  links?: TableLinks;
}

export function drawSmallMultiples(props: SmallMultiplesProps): string {
  return renderToStaticMarkup(<SmallMultiples {...props} />);
}

const box = { width: 100, height: 40 } as const;

function SmallMultiples({ series, buckets, title, unit, bucketName, links }: SmallMultiplesProps) {
  let most = Math.max(1, greatest(series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  let x = scalePoint<number>(indexes(buckets), [0, box.width]);
  let y = scaleLinear([0, most], [box.height, 1]);
  let ground = area<number | null>(
    (_, i) => x(i) ?? 0,
    box.height,
    (value) => y(value ?? 0),
  )
    .defined((value) => value !== null)
    .digits(1);
  return (
    <div>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {series.map(({ name, to, total, values }) => (
          <li key={to} className="min-w-0">
            <a href={to} className="block rounded-md no-underline hover:bg-sunken">
              <Name className="block truncate text-sm font-medium text-ink">{name}</Name>
              <span className="block text-sm text-muted tabular-nums">
                {formatInteger(total)} {unit}
              </span>
              <svg
                viewBox={`0 0 ${box.width} ${box.height}`}
                preserveAspectRatio="none"
                className="mt-1 h-16 w-full border-b border-line"
                aria-hidden="true"
              >
                <path
                  d={ground(values) ?? ''}
                  className="fill-chart-1/20 stroke-chart-1"
                  strokeWidth="1.5"
                  vectorEffect="non-scaling-stroke"
                />
              </svg>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">
        {`Same scale: 0–${formatInteger(most)} ${unit} per ${bucketName.toLowerCase()}. Times are ${timeZone()}.`}
      </p>
      <SeriesTable
        chart={{ lines: series, labels: buckets.map(({ label }) => label), links: [] }}
        id={chartId(title)}
        caption={title}
        bucketName={bucketName}
        links={links}
      />
    </div>
  );
}
