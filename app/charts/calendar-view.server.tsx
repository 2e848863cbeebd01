/** Calendar heat map as markup. Each day links to its report; a table has the same numbers. */
import { renderToStaticMarkup } from 'react-dom/server';
import { timeZone } from '../locale/reader-format';
import { formatCount } from '../ui/numbers';
import type { CalendarData, CalendarLevel, CalendarSquare } from './calendar.server';
import { SeriesTable } from './chart-table.server';
import { calendarBox, chartId } from './chart-style';
import type { TableLinks } from './table-sort.server';

interface CalendarProps {
  calendar: CalendarData;
  title: string;
  /** Singular nouns, such as `download` and `view`. */
  strong: string;
  weak?: string | undefined;
  links?: TableLinks;
  /** Time zone of the days; the reader's by default. */
  zone?: string;
}

export function drawCalendar(props: CalendarProps): string {
  return renderToStaticMarkup(<CalendarHeatmap {...props} />);
}

const fills: Record<CalendarLevel, string> = {
  1: 'fill-chart-1/35',
  2: 'fill-chart-1/55',
  3: 'fill-chart-1/75',
  4: 'fill-chart-1',
};

const { step, square, top, height } = calendarBox;

export function CalendarHeatmap({ calendar, title, strong, weak, links, zone = timeZone() }: CalendarProps) {
  let id = chartId(title);
  let { squares, width, rangeLabel, weekdays } = calendar;
  let textOf = (day: CalendarSquare) =>
    [`${day.label}: ${formatCount(day.strong, strong)}`, weak && formatCount(day.weak, weak)]
      .filter(Boolean)
      .join(', ');
  let busiest = [...squares].sort((a, b) => b.strong + b.weak - (a.strong + a.weak))[0];
  return (
    <figure>
      {/* Right to left, so that a narrow screen begins with the newest days. */}
      <div
        role="region"
        aria-label={`${title}, calendar`}
        tabIndex={0}
        className="scrolls overflow-x-auto [direction:rtl]"
      >
        <svg viewBox={`0 0 ${width} ${height}`} className="w-full min-w-176 [direction:ltr]">
          <g role="img" aria-labelledby={`${id}-t`} aria-describedby={`${id}-d`}>
            <title id={`${id}-t`}>{title}</title>
            <desc id={`${id}-d`}>
              {`${rangeLabel}. ${formatCount(squares.length, 'day')} with events.`}
              {busiest && ` The busiest was ${textOf(busiest)}.`}
            </desc>
            <g className="fill-muted text-[9px]">
              {weekdays.map((name, i) => (
                <text key={i} x={0} y={top + i * step + 9}>
                  {name}
                </text>
              ))}
              {calendar.months.map((month) => (
                <text key={month.x} x={month.x} y={9}>
                  {month.label}
                </text>
              ))}
            </g>
            <path d={calendar.ground} className="fill-line/60" />
          </g>
          <g aria-hidden="true">
            {squares.map((day) => (
              <Square key={day.label} day={day} text={textOf(day)} />
            ))}
          </g>
        </svg>
      </div>
      <figcaption className="mt-2 text-xs text-muted">
        {weak && `A full square: at least one ${strong}. Half a square: only ${weak}s. `}
        Darker is more. Days are {zone}.
      </figcaption>
      <SeriesTable
        chart={tableOf(calendar, [strong, weak])}
        id={id}
        caption={`${title}, days with events`}
        bucketName="Day"
        links={links}
      />
    </figure>
  );
}

function Square({ day, text }: { day: CalendarSquare; text: string }) {
  let shape = (
    <path d={shapeOf(day)} className={fills[day.level]}>
      <title>{text}</title>
    </path>
  );
  return day.to ? (
    <a href={day.to} tabIndex={-1} className="hover:opacity-70">
      {shape}
    </a>
  ) : (
    shape
  );
}

function shapeOf({ x, y, half }: CalendarSquare): string {
  return half ? `M${x} ${y}h${square}l-${square} ${square}z` : `M${x} ${y}h${square}v${square}h-${square}z`;
}

function tableOf({ squares }: CalendarData, [strong, weak]: [string, string | undefined]) {
  let days = squares.toReversed();
  let column = (name: string, values: number[]) => ({ name: `${name[0]!.toUpperCase()}${name.slice(1)}s`, values });
  return {
    labels: days.map(({ label }) => label),
    links: days.map(({ to }) => to),
    lines: [
      column(
        strong,
        days.map((day) => day.strong),
      ),
      ...(weak
        ? [
            column(
              weak,
              days.map((day) => day.weak),
            ),
          ]
        : []),
    ],
  };
}
