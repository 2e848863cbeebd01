/** Interactive points, release flags and annotation marks of a line chart. */
import type { CSSProperties } from 'react';
import { Name } from '../ui/name';
import { formatInteger, relativeChange } from '../ui/numbers';
import { grounds, tintGrounds } from './chart-style';
import type { ChartLine, LineChartData } from './geometry.server';

/**
 * One link per bucket with a tooltip. Only one is in the tab order; the script moves between them
 * with the arrow keys.
 */
export function ChartPoints({ chart, title }: { chart: LineChartData; title: string }) {
  let { lines, labels, links, incomplete } = chart;
  let last = labels.length - 1;
  return (
    <div className="points" role="group" aria-label={`${title}, point by point`}>
      {labels.map((label, i) => {
        let tip = (
          <span className="tip" style={{ '--x': `${place(i, labels.length)}%` } as CSSProperties}>
            <b>{label + (incomplete.includes(i) ? ' (incomplete)' : '')}</b>
            {lines.map((line) => (
              <span key={line.name}>
                <i className={(chart.isStacked ? tintGrounds : grounds)[line.tone]} />{' '}
                <Name>{line.labels?.[i] ?? line.name}</Name> <b>{valueText(line, i)}</b>
                {line === lines[0] && changeText(chart, i)}
              </span>
            ))}
            {marksText(chart, i).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </span>
        );
        let focus = i === last ? 0 : -1;
        return links[i] ? (
          <a key={label} href={links[i]} tabIndex={focus}>
            {tip}
          </a>
        ) : (
          <span key={label} role="note" tabIndex={focus}>
            {tip}
          </span>
        );
      })}
    </div>
  );
}

/** Of the first line against the previous period, by day; empty for an incomplete bucket. */
function changeText({ lines, incomplete }: LineChartData, index: number): string {
  let now = lines[0]?.values[index];
  let other = lines.find(({ isPreviousPeriod }) => isPreviousPeriod);
  let before = other?.values[index];
  if (now == null || before == null || incomplete.includes(index)) return '';
  let change = relativeChange(now, before * (other?.shares?.[index] ?? 1));
  return change ? ` ${change.text}` : '';
}

export function marksText({ flags = [], notes = [] }: Pick<LineChartData, 'flags' | 'notes'>, index: number): string[] {
  let flagged = flags.filter(({ at }) => at === index).map(({ text }) => text);
  let noted = notes.filter(({ at }) => at === index).map(({ number, text }) => `${number}. ${text}`);
  return [...flagged, ...noted];
}

/** Rows of flags, so that nearby labels do not overlap. */
const flagRows = 3;

/** A labelled line per flag; narrow charts hide the label. */
export function FlagMarks({ chart: { flags = [], labels } }: { chart: LineChartData }) {
  return flags.map(({ at, label }, i) => {
    let left = place(at, labels.length);
    let side = left > 50 ? 'border-r' : 'border-l';
    return (
      <div
        key={label}
        aria-hidden="true"
        className={`pointer-events-none absolute bottom-0 border-line-strong ${side}`}
        style={{
          top: `${(i % flagRows) * 1.25}rem`,
          ...(left > 50 ? { right: `${100 - left}%` } : { left: `${left}%` }),
        }}
      >
        <span className="block max-w-32 truncate bg-line-strong/20 px-1 text-xs text-ink max-sm:w-2 max-sm:text-transparent">
          {label}
        </span>
      </div>
    );
  });
}

/** Annotations in the same bucket share one line. */
export function NoteMarks({ chart: { notes = [], labels } }: { chart: LineChartData }) {
  return [...new Set(notes.map(({ at }) => at))].map((at, i) => {
    let [first, ...others] = notes.filter((one) => one.at === at).map(({ number }) => number);
    return (
      <div
        key={at}
        aria-hidden="true"
        className="note-mark pointer-events-none absolute inset-y-0 border-l border-dashed border-accent"
        style={{ left: `${place(at, labels.length)}%` }}
      >
        <span
          className="absolute -translate-x-1/2 rounded-full bg-accent px-1.5 text-xs leading-4 whitespace-nowrap text-on-accent tabular-nums"
          style={{ bottom: `${(i % flagRows) * 1.25}rem` }}
        >
          {others.length > 0 ? `${first}–${others.at(-1)}` : first}
        </span>
      </div>
    );
  });
}

function place(index: number, count: number): number {
  return count > 1 ? Math.round((1_000 * index) / (count - 1)) / 10 : 50;
}

/** A dash for unknown values. */
export function valueText({ values, texts }: Pick<ChartLine, 'values' | 'texts'>, index: number): string {
  let value = values[index] ?? null;
  return value === null ? '–' : (texts?.[index] ?? formatInteger(value));
}
