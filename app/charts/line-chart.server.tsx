/** Line chart as markup, without any script. A table has the same numbers. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { timeZone } from '../locale/reader-format';
import { formatInteger } from '../ui/numbers';
import { type ChartNotes, NoteLinks, NoteList } from './chart-notes.server';
import { FlagMarks, NoteMarks, ChartPoints } from './chart-points.server';
import { SeriesTable } from './chart-table.server';
import type { ChartMark } from './date-buckets.server';
import { dashes, fills, grounds, chartId, lineBox, strokes, tintFills, tintGrounds } from './chart-style';
import { type ChartLine, type LineChartData, strip } from './geometry.server';
import type { TableLinks } from './table-sort.server';
import { greatest, least } from 'contract/floor/extremes';

export interface LineChartProps {
  chart: LineChartData;
  title: string;
  /** `Hour`, `Day`, `Week` or `Month`. */
  bucketName: string;
  marks?: readonly ChartMark[];
  note?: ReactNode;
  /** Annotations, listed below the chart. */
  notes?: ChartNotes | undefined;
  /** Whether a list beside the chart names its lines. */
  isNamed?: boolean;
  links?: TableLinks;
}

/** Titles must be unique within a page: ids derive from them. */
export function drawLineChart(props: LineChartProps): string {
  return renderToStaticMarkup(<LineChart {...props} />);
}

export function LineChart({
  chart,
  title,
  bucketName,
  marks = [],
  note,
  notes,
  isNamed = false,
  links,
}: LineChartProps) {
  let id = chartId(title);
  let drawn = { ...chart, lines: chart.lines.filter(({ isOnlyListed }) => !isOnlyListed) };
  return (
    <figure className="flex flex-wrap items-baseline gap-x-4">
      {!isNamed && chart.isStacked && <Legend lines={drawn.lines} isStacked />}
      <div className={`relative mt-2 ml-11 w-[calc(100%-2.75rem)] print:h-44 ${chart.isStacked ? 'h-44' : 'h-52'}`}>
        <Scale ticks={chart.yTicks} />
        <Plot chart={drawn} id={id} title={title} />
        {marks.map((mark) => (
          <Mark key={mark.label} mark={mark} />
        ))}
        <FlagMarks chart={chart} />
        <NoteMarks chart={chart} />
        {!chart.isStacked &&
          drawn.lines.map((line) => !line.isPreviousPeriod && <EndMark key={line.name} line={line} />)}
        <ChartPoints chart={chart} title={title} />
      </div>
      <TimeAxis ticks={chart.xTicks} />
      {notes && <NoteList notes={notes.list} />}
      <figcaption className="mt-2 text-xs text-muted">
        {timeZone()}
        {chart.incomplete.length > 0 &&
          ` · ${isTodayAlone(chart, bucketName) ? 'today is incomplete' : 'shaded: incomplete'}`}
        {note && ` · ${note}`}
        {chart.links.length > 2 && <span className="zoom-hint max-sm:hidden"> · Drag to zoom</span>}
      </figcaption>
      <SeriesTable chart={chart} id={id} caption={title} bucketName={bucketName} links={links} />
      {notes && <NoteLinks notes={notes} />}
      {!chart.isStacked && <Legend lines={drawn.lines} />}
    </figure>
  );
}

function isTodayAlone({ incomplete, labels }: LineChartData, bucketName: string): boolean {
  return bucketName === 'Day' && incomplete.length === 1 && incomplete[0] === labels.length - 1;
}

function Plot({ chart, id, title }: { chart: LineChartData; id: string; title: string }) {
  return (
    <svg
      viewBox={`0 0 ${lineBox.width} ${lineBox.height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
      role="img"
      aria-labelledby={`${id}-t`}
      aria-describedby={`${id}-d`}
    >
      <title id={`${id}-t`}>{title}</title>
      <desc id={`${id}-d`}>{describe(chart)}</desc>
      <g className="fill-sunken">
        {chart.incomplete.map((i) => (
          <rect key={i} {...strip(i, chart.labels.length)} />
        ))}
      </g>
      {chart.lines.map(
        (line) =>
          line.area && (
            <path
              key={line.name}
              d={line.area}
              className={chart.isStacked ? tintFills[line.tone] : `${fills[line.tone]} opacity-8`}
            />
          ),
      )}
      {chart.lines.map(
        (line) =>
          line.toRunning && (
            <path
              key={line.name}
              d={line.toRunning}
              className={`fill-none opacity-60 ${strokes[line.tone]}`}
              strokeWidth="1.5"
              strokeDasharray="2 4"
              vectorEffect="non-scaling-stroke"
            />
          ),
      )}
      {chart.lines.toReversed().map((line) => (
        <path
          key={line.name}
          d={line.path}
          className={`fill-none ${chart.isStacked ? 'stroke-surface' : strokes[line.tone]}`}
          strokeWidth={line.isPreviousPeriod || chart.isStacked ? '1.5' : '2'}
          strokeLinejoin="round"
          strokeDasharray={chart.isStacked ? undefined : dashOf(line, chart.lines)}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** Never color alone, where there are several lines. */
function dashOf(
  { tone, isPreviousPeriod }: Pick<ChartLine, 'tone' | 'isPreviousPeriod'>,
  lines: readonly ChartLine[],
): string | undefined {
  let isAlone = lines.filter((line) => !line.isPreviousPeriod).length === 1;
  return isPreviousPeriod || isAlone ? undefined : dashes[tone];
}

function Scale({ ticks }: { ticks: LineChartData['yTicks'] }) {
  return ticks.map((tick) => (
    <div key={tick.top} className="absolute inset-x-0 border-t border-line/60" style={{ top: `${tick.top}%` }}>
      <span className="absolute right-full -translate-y-1/2 pr-2 text-[0.6875rem] text-muted tabular-nums">
        {tick.label}
      </span>
    </div>
  ));
}

function TimeAxis({ ticks }: { ticks: LineChartData['xTicks'] }) {
  return (
    <div className="relative mt-1 ml-11 h-5 w-[calc(100%-2.75rem)] text-[0.6875rem] text-muted" aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick.left}
          className={`absolute whitespace-nowrap ${shiftOf(tick.left)} ${tick.minor ? 'max-sm:hidden' : ''}`}
          style={{ left: `${tick.left}%` }}
        >
          {tick.label}
        </span>
      ))}
    </div>
  );
}

/** The label is on the side with more room. */
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

function shiftOf(left: number): string {
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

function describe({ lines, labels }: LineChartData): string {
  let span = labels.length > 1 ? `${labels[0]} to ${labels.at(-1)}` : (labels[0] ?? '');
  let ranges = lines.map((line) => {
    let known = line.values.filter((value) => value !== null);
    let highest = greatest(known);
    return `${line.name} between ${formatInteger(least(known))} and ${formatInteger(highest)}, highest at ${labels[line.values.indexOf(highest)]}`;
  });
  return `${span}. ${ranges.join('; ')}.`;
}

function Legend({ lines, isStacked = false }: { lines: readonly ChartLine[]; isStacked?: boolean }) {
  return (
    <ul className={`flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted ${isStacked ? 'mb-3 w-full' : 'ml-auto'}`}>
      {lines.map(({ name, tone, isPreviousPeriod }) => (
        <li key={name} className="flex min-w-0 items-center gap-2">
          {isStacked ? (
            <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-sm ${tintGrounds[tone]}`} />
          ) : (
            <svg viewBox="0 0 28 8" className="h-2 w-7 shrink-0" aria-hidden="true">
              <path
                d="M1 4H27"
                className={strokes[tone]}
                strokeWidth={isPreviousPeriod ? '1.5' : '2.5'}
                strokeDasharray={dashOf({ tone, isPreviousPeriod }, lines)}
              />
            </svg>
          )}
          <span translate="no" className="min-w-0 wrap-anywhere">
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}
