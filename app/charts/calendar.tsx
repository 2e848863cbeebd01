/** A calendar heat map as SVG: each day shows its numbers in a tooltip and in a table. */
import { useId } from 'react';
import { calendarBox } from './drawing';
import type { CalendarData, CalendarLevel, CalendarSquare } from './calendar.server';
import { counted } from '../ui/numbers';

interface CalendarProps {
  calendar: CalendarData;
  /** Title of the chart. */
  title: string;
  /** Names of the counts, in the singular: `download` and `view`. */
  strong: string;
  weak: string;
}

const fills: Record<CalendarLevel, string> = {
  1: 'fill-chart-1/35',
  2: 'fill-chart-1/55',
  3: 'fill-chart-1/75',
  4: 'fill-chart-1',
};

const weekdays = ['Mon', '', 'Wed', '', 'Fri', '', ''];
const { step, square, top, height } = calendarBox;

export function Calendar({ calendar, title, strong, weak }: CalendarProps) {
  let id = useId();
  let { squares, width, rangeLabel } = calendar;
  let textOf = (day: CalendarSquare) => `${day.label}: ${counted(day.strong, strong)}, ${counted(day.weak, weak)}`;
  let busiest = [...squares].sort((a, b) => b.strong + b.weak - (a.strong + a.weak))[0];
  return (
    <figure>
      {/* Right to left, so that a narrow screen begins with the newest days. */}
      <div role="region" aria-label={title} tabIndex={0} className="overflow-x-auto [direction:rtl]">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="w-full min-w-176 [direction:ltr]"
          role="img"
          aria-labelledby={`${id}t`}
          aria-describedby={`${id}d`}
        >
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>
            {`${rangeLabel}. ${counted(squares.length, 'day')} with events.`}
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
          <path d={calendar.ground} className="fill-sunken" />
          {squares.map((day) => (
            <path key={day.label} d={shapeOf(day)} className={fills[day.level]}>
              <title>{textOf(day)}</title>
            </path>
          ))}
        </svg>
      </div>
      <figcaption className="mt-2 text-xs text-muted">
        {`A full square: at least one ${strong}. Half a square: only ${weak}s. The stronger the colour, the more. Days are UTC.`}
      </figcaption>
      <DaysTable calendar={calendar} caption={title} strong={strong} weak={weak} />
    </figure>
  );
}

function shapeOf({ x, y, half }: CalendarSquare): string {
  return half ? `M${x} ${y}h${square}l-${square} ${square}z` : `M${x} ${y}h${square}v${square}h-${square}z`;
}

function DaysTable({ calendar, caption, strong, weak }: Omit<CalendarProps, 'title'> & { caption: string }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">Show the days as a table</summary>
      <div className="relative mt-2 max-h-80 overflow-auto" role="region" aria-label={`${caption}, table`} tabIndex={0}>
        <table className="w-full border-collapse [&_td]:px-2 [&_td]:py-0.5 [&_td]:text-right [&_td]:tabular-nums [&_th]:px-2 [&_th]:py-1 [&_tr]:border-b [&_tr]:border-line">
          <caption className="sr-only">{caption}, days with events</caption>
          <thead>
            <tr>
              <th scope="col" className="text-left">
                Day (UTC)
              </th>
              <th scope="col" className="text-right capitalize">{`${strong}s`}</th>
              <th scope="col" className="text-right capitalize">{`${weak}s`}</th>
            </tr>
          </thead>
          <tbody>
            {[...calendar.squares].reverse().map((day) => (
              <tr key={day.label}>
                <th scope="row" className="text-left font-normal">
                  {day.label}
                </th>
                <td>{day.strong}</td>
                <td>{day.weak}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
