/**
 * A line chart as SVG: lines stretch with their place, labels are HTML text, every bucket shows its
 * numbers in a tooltip and in a table.
 */
import { type ReactNode, useId } from 'react';
import { exact } from '../ui/numbers';
import { dashes, grounds, lineBox, strokes } from './drawing';
import type { ChartMark } from './days.server';
import type { ChartLine, LineChartData } from './geometry.server';

interface LineChartProps {
  chart: LineChartData;
  /** Title of the chart, such as `Downloads over time`. */
  title: string;
  /** Name of a bucket, for the table: `Day`, `Week`, `Month`. */
  bucketName: string;
  /** Set where lines are named outside the chart. */
  withoutLegend?: boolean;
  /** Where something has changed. */
  mark?: ChartMark | null | undefined;
  note?: ReactNode;
}

/** Shows every series of the chart. An incomplete first or last bucket is shaded. */
export function LineChart({ chart, title, bucketName, withoutLegend = false, mark, note }: LineChartProps) {
  return (
    <figure>
      {!withoutLegend && <Legend entries={chart.lines} />}
      <div className="relative mt-2 ml-11 h-52 sm:h-60">
        <Scale ticks={chart.yTicks} />
        <Plot chart={chart} title={title} />
        <Buckets chart={chart} />
        {mark && <Mark mark={mark} />}
        {chart.lines.map((line) => (
          <EndMark key={line.name} line={line} />
        ))}
      </div>
      <TimeAxis ticks={chart.xTicks} />
      <figcaption className="mt-3 text-xs text-muted">
        Times are UTC.
        {chart.cut.length > 0 && ' Shaded: incomplete period.'} {note}
      </figcaption>
      <SeriesTable chart={chart} caption={title} bucketName={bucketName} />
    </figure>
  );
}

function Plot({ chart, title }: { chart: LineChartData; title: string }) {
  let id = useId();
  return (
    <svg
      viewBox={`0 0 ${lineBox.width} ${lineBox.height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
      role="img"
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}d`}
    >
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{describe(chart)}</desc>
      <g className="fill-sunken">
        {chart.cut.map((i) => (
          <rect key={i} {...strip(i, chart.labels.length)} />
        ))}
      </g>
      {chart.area && <path d={chart.area} className="fill-chart-1 opacity-10" />}
      {chart.lines.map((line) => (
        <path
          key={line.name}
          d={line.path}
          className={`fill-none ${strokes[line.tone]}`}
          strokeWidth="2"
          strokeLinejoin="round"
          strokeDasharray={dashes[line.tone]}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** What each bucket says under the pointer, and where it leads: the table has the same for keyboards. */
function Buckets({ chart }: { chart: LineChartData }) {
  return (
    <svg
      viewBox={`0 0 ${lineBox.width} ${lineBox.height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible fill-transparent [&_rect:hover]:fill-ink/10"
      aria-hidden="true"
    >
      {chart.labels.map((label, i) => (
        <a key={label} href={chart.links[i]} tabIndex={-1}>
          <rect {...strip(i, chart.labels.length)}>
            <title>{bucketText(chart, i)}</title>
          </rect>
        </a>
      ))}
    </svg>
  );
}

function Scale({ ticks }: { ticks: LineChartData['yTicks'] }) {
  return ticks.map((tick) => (
    <div key={tick.top} className="absolute inset-x-0 border-t border-line" style={{ top: `${tick.top}%` }}>
      <span className="absolute right-full -translate-y-1/2 pr-2 text-xs text-muted tabular-nums">{tick.label}</span>
    </div>
  ));
}

function TimeAxis({ ticks }: { ticks: LineChartData['xTicks'] }) {
  return (
    <div className="relative mt-1 ml-11 h-5 text-xs text-muted" aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick.left}
          className={`absolute whitespace-nowrap ${place(tick.left)} ${tick.minor ? 'max-sm:hidden' : ''}`}
          style={{ left: `${tick.left}%` }}
        >
          {tick.label}
        </span>
      ))}
    </div>
  );
}

/** A dashed line with its words on the side that has more room. */
function Mark({ mark: { left, label } }: { mark: ChartMark }) {
  let side = left > 50 ? 'border-r pr-1.5 text-right' : 'border-l pl-1.5';
  return (
    <div
      className="pointer-events-none absolute inset-y-0"
      style={left > 50 ? { right: `${100 - left}%` } : { left: `${left}%` }}
    >
      <p className={`h-full max-w-40 border-dashed border-muted text-xs text-muted ${side}`}>
        <span className="bg-surface/80">{label}</span>
      </p>
    </div>
  );
}

/** Labels at the edges stay inside. */
function place(left: number): string {
  if (left < 5) return '';
  return left > 95 ? '-translate-x-full' : '-translate-x-1/2';
}

function EndMark({ line }: { line: ChartLine }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute size-2 -translate-1/2 rounded-full ring-2 ring-surface ${grounds[line.tone]}`}
      style={{ left: `${line.end.left}%`, top: `${line.end.top}%` }}
    />
  );
}

/** The vertical strip of a bucket, halfway to its neighbors; the whole box for a single bucket. */
function strip(index: number, count: number) {
  let step = count > 1 ? lineBox.width / (count - 1) : lineBox.width;
  let from = count > 1 ? Math.max(0, (index - 0.5) * step) : 0;
  let until = count > 1 ? Math.min(lineBox.width, (index + 0.5) * step) : lineBox.width;
  return { x: round(from), width: round(until - from), height: lineBox.height };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function bucketText(chart: LineChartData, index: number): string {
  let numbers = chart.lines.map((line) => `${line.name}: ${valueText(line, index)}`);
  return [chart.labels[index] + (chart.cut.includes(index) ? ' (incomplete)' : ''), ...numbers].join('\n');
}

/** A dash for a number that is not known. */
function valueText({ values }: ChartLine, index: number): string {
  let value = values[index] ?? null;
  return value === null ? '–' : exact(value);
}

function describe({ lines, labels }: LineChartData): string {
  let span = labels.length > 1 ? `${labels[0]} to ${labels.at(-1)}` : (labels[0] ?? '');
  let ranges = lines.map((line) => {
    let known = line.values.filter((value) => value !== null);
    let highest = Math.max(...known);
    return `${line.name} between ${exact(Math.min(...known))} and ${exact(highest)}, highest at ${labels[line.values.indexOf(highest)]}`;
  });
  return `${span}. ${ranges.join('; ')}.`;
}

/** Names of series with their pattern and color. */
function Legend({ entries }: { entries: readonly Pick<ChartLine, 'name' | 'tone'>[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {entries.map(({ name, tone }) => (
        <li key={name} className="flex min-w-0 items-center gap-2">
          <svg viewBox="0 0 28 8" className="h-2 w-7 shrink-0" aria-hidden="true">
            <path d="M1 4H27" className={strokes[tone]} strokeWidth="2.5" strokeDasharray={dashes[tone]} />
          </svg>
          <span className="min-w-0 break-all">{name}</span>
        </li>
      ))}
    </ul>
  );
}

interface SeriesTableProps {
  chart: LineChartData;
  caption: string;
  bucketName: string;
}

/** The numbers of a chart as a folded table below it. */
function SeriesTable({ chart, caption, bucketName }: SeriesTableProps) {
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer text-muted hover:text-ink">Show the numbers as a table</summary>
      <div className="relative mt-2 max-h-80 overflow-auto" role="region" aria-label={`${caption}, table`} tabIndex={0}>
        <table className="w-full border-collapse [&_td]:px-2 [&_td]:py-0.5 [&_td]:text-right [&_td]:tabular-nums [&_th]:px-2 [&_th]:py-1 [&_tr]:border-b [&_tr]:border-line">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="text-left">
                {bucketName} (UTC)
              </th>
              {chart.lines.map((line) => (
                <th key={line.name} scope="col" className="text-right">
                  {line.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.labels.map((label, i) => (
              <tr key={label}>
                <th scope="row" className="text-left font-normal">
                  {chart.links[i] ? <a href={chart.links[i]}>{label}</a> : label}
                </th>
                {chart.lines.map((line) => (
                  <td key={line.name}>{valueText(line, i)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
