import { useId } from 'react';
import { timeZone } from '../../locale/reader-format';
import { formatCount, formatInteger } from '../../ui/numbers';
import { paths } from '../../links/paths';
import { useMayCreate } from '../../shell/use-page';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { classes } from '../../ui/class-names';
import { clockTime } from '../../ui/clock';
import { CopyText } from '../../ui/copy-text';
import { EmptyState } from '../../ui/empty-state';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { LiveLine, LiveView } from './live.server';
import type { NowLive } from './use-live';
import { greatest } from 'contract/shared/extremes';

const minuteMs = 60_000;

export function MinutesCard({ minutes, minute }: Pick<LiveView, 'minutes' | 'minute'>) {
  let total = minutes.reduce((sum, count) => sum + count, 0);
  let first = Date.parse(minute) - (minutes.length - 1) * minuteMs;
  let bars = minutes.map((count, i) => ({ count, time: clockTime(first + i * minuteMs).slice(0, 5) }));
  return (
    <Card title="Last 30 minutes" description={`${formatCount(total, 'event')}, by minute. Times are ${timeZone()}.`}>
      <MinuteBars bars={bars} />
      <details className="mt-3 text-sm">
        <summary className="cursor-pointer text-muted hover:text-ink">Show the numbers as a table</summary>
        <div className="mt-2 max-h-80 overflow-auto">
          <Table caption="Events by minute" columns={[{ label: 'Minute' }, { label: 'Events', numeric: true }]}>
            {bars.map(({ time, count }) => (
              <TableRow key={time}>
                <TableCell rowHeader>{time}</TableCell>
                <TableCell numeric>{formatInteger(count)}</TableCell>
              </TableRow>
            ))}
          </Table>
        </div>
      </details>
    </Card>
  );
}

interface Bar {
  count: number;
  time: string;
}

function MinuteBars({ bars }: { bars: readonly Bar[] }) {
  let id = useId();
  let highest = Math.max(1, greatest(bars.map(({ count }) => count)));
  let last = bars.at(-1);
  return (
    <figure>
      <div className="flex gap-2">
        <span className="text-xs text-muted tabular-nums">{formatInteger(highest)}</span>
        <svg
          viewBox={`0 0 ${bars.length} 100`}
          preserveAspectRatio="none"
          className="h-28 min-w-0 flex-1 border-y border-line"
          role="img"
          aria-labelledby={id}
        >
          <title
            id={id}
          >{`Events by minute: at most ${formatInteger(highest)}, in the running minute ${last?.count ?? 0}`}</title>
          {bars.map(({ time, count }, i) => (
            <g key={time} className="fill-chart-1 last:opacity-60">
              <rect x={i} width="1" height="100" className="fill-transparent hover:fill-ink/10">
                <title>{`${time}: ${formatCount(count, 'event')}`}</title>
              </rect>
              <rect
                x={i + 0.1}
                y={100 - (count / highest) * 100}
                width="0.8"
                height={(count / highest) * 100}
                className="pointer-events-none"
              />
            </g>
          ))}
        </svg>
      </div>
      <figcaption className="mt-1 flex justify-between text-xs text-muted">
        <span>{bars[0]?.time}</span>
        <span>{last?.time} (running)</span>
      </figcaption>
    </figure>
  );
}

const columns = [{ label: 'Time' }, { label: 'What' }, { label: 'Client' }, { label: 'From' }];

export function NewestCard({ lines }: NowLive) {
  let oneOf = greatest(lines.map((line) => line.oneOf ?? 1));
  return (
    <Card
      title="Newest events"
      description={
        oneOf > 1 ? `More come than fit here: 1 of ${formatInteger(oneOf)} shown.` : 'The newest first, at most 50.'
      }
      flush
    >
      <div className="max-sm:[&_tr>:nth-child(n+3)]:hidden!">
        <Table caption="Downloads and views, the newest first" columns={columns}>
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </Table>
      </div>
    </Card>
  );
}

/** On narrow screens the last two cells are one line. */
function Line({ line: { time, kind, artifact, version, client, platform, country, company } }: { line: LiveLine }) {
  return (
    <TableRow>
      <TableCell>
        <time dateTime={time} className="tabular-nums">
          {clockTime(time)}
        </time>
      </TableCell>
      <TableCell rowHeader className="[overflow-wrap:anywhere]">
        {artifact} {version}
        <Under text={kind} />
        <Under text={[client, platform, country, company].filter(Boolean).join(' · ')} className="sm:hidden" />
      </TableCell>
      <TableCell>
        {client || <Unknown />}
        <Under text={platform} />
      </TableCell>
      <TableCell>
        {country || <Unknown />}
        <Under text={company} />
      </TableCell>
    </TableRow>
  );
}

function Under({ text, className }: { text: string; className?: string }) {
  return text && <span className={classes('block text-xs font-normal text-muted', className)}>{text}</span>;
}

function Unknown() {
  return <span className="text-muted">Unknown</span>;
}

interface NothingProps {
  owner: string;
  /** Null without an artifact. */
  first: { tryLine: string } | null;
}

export function NothingLive({ owner, first }: NothingProps) {
  let mayCreate = useMayCreate();
  if (!first?.tryLine)
    return (
      <Card>
        <EmptyState
          title="No events in the last 24 hours"
          action={mayCreate && <LinkButton to={paths.newPackage(owner)}>Create a package</LinkButton>}
        >
          Downloads and page views appear here in real time.
        </EmptyState>
      </Card>
    );
  return (
    <Card title="No events in the last 24 hours" description="Run this to record a test event:">
      <CopyText text={first.tryLine} label="test command" wrap />
    </Card>
  );
}
