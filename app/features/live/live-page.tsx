import { useId } from 'react';
import { RenderedChart } from '../../charts/rendered-chart';
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
import { RowLink } from '../../ui/row-link';
import type { LiveLine, LiveMap, LiveView } from './live.server';
import type { NowLive } from './use-live';
import { greatest } from 'contract/floor/extremes';

const minuteMs = 60_000;

export function MinutesCard({ minutes, minute }: Pick<LiveView, 'minutes' | 'minute'>) {
  let total = minutes.reduce((sum, count) => sum + count, 0);
  let first = Date.parse(minute) - (minutes.length - 1) * minuteMs;
  let bars = minutes.map((count, i) => ({ count, time: clockTime(first + i * minuteMs).slice(0, 5) }));
  return (
    <Card title="Last 30 minutes" description={`${formatCount(total, 'event')} by minute · ${timeZone()}`}>
      <MinuteBars bars={bars} />
      <AsTable by="minute" rows={bars.map(({ time, count }) => ({ name: time, count }))} />
    </Card>
  );
}

/** On narrow screens the newest events come sooner without it; each names its country. */
export function CountriesCard({ drawing, countries }: LiveMap) {
  return (
    <Card title="Last hour" description="Events by country" className="max-lg:hidden">
      <RenderedChart drawing={drawing} />
      <AsTable by="country" rows={countries} />
    </Card>
  );
}

function AsTable({ by, rows }: { by: 'minute' | 'country'; rows: LiveMap['countries'] }) {
  let label = by === 'minute' ? 'Minute' : 'Country';
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer text-muted hover:text-ink">View as table</summary>
      <div className="mt-2 max-h-80 overflow-auto">
        <Table caption={`Events by ${by}`} columns={[{ label }, { label: 'Events', numeric: true }]}>
          {rows.map(({ name, count }) => (
            <TableRow key={name}>
              <TableCell rowHeader>{name}</TableCell>
              <TableCell numeric>{formatInteger(count)}</TableCell>
            </TableRow>
          ))}
        </Table>
      </div>
    </details>
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
          className="h-28 min-w-0 lg:h-36 flex-1 border-y border-line"
          role="img"
          aria-labelledby={id}
        >
          <title
            id={id}
          >{`Events by minute: at most ${formatInteger(highest)}, this minute ${last?.count ?? 0}`}</title>
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
        <span>now</span>
      </figcaption>
    </figure>
  );
}

const columns = [{ label: 'Time' }, { label: 'Package' }, { label: 'Client' }, { label: 'Location' }];

export function NewestCard({ owner, lines }: NowLive & { owner: string }) {
  let oneOf = greatest(lines.map((line) => line.oneOf ?? 1));
  return (
    <Card
      title="Newest events"
      description={oneOf > 1 ? `High traffic: showing 1 in ${formatInteger(oneOf)} events.` : '50 most recent events'}
      flush
    >
      <div className="max-sm:[&_tr>:nth-child(n+3)]:hidden!">
        <Table caption="Most recent events" columns={columns}>
          {lines.map((line) => (
            <Line key={line.id} owner={owner} line={line} />
          ))}
        </Table>
      </div>
    </Card>
  );
}

/** Stacked links are targets of at least 24 px (WCAG 2.5.8). */
const target = 'inline-block leading-6';

/** On narrow screens the last two cells are one line. */
function Line({ owner, line }: { owner: string; line: LiveLine }) {
  let { time, kind, artifact, version, client, platform, country, company } = line;
  let to = linksOf(owner, line);
  return (
    <TableRow>
      <TableCell>
        <time dateTime={time} className="tabular-nums">
          {clockTime(time)}
        </time>
      </TableCell>
      <TableCell rowHeader className="[overflow-wrap:anywhere]">
        <RowLink to={to.artifact}>
          {artifact} {version}
        </RowLink>
        <Under text={kind} />
        <Under text={[client, platform, country, company].filter(Boolean).join(' · ')} className="sm:hidden" />
      </TableCell>
      <TableCell>
        {client ? <RowLink to={to.client}>{client}</RowLink> : <Unknown />}
        <Under text={platform} />
      </TableCell>
      <TableCell>
        {country ? (
          <RowLink to={to.country} className={target}>
            {country}
          </RowLink>
        ) : (
          <Unknown />
        )}
        {company && (
          <span className="block text-xs font-normal text-muted">
            <RowLink to={to.company} className={target}>
              {company}
            </RowLink>
          </span>
        )}
      </TableCell>
    </TableRow>
  );
}

/** Reports on a line's values, for the usual range. */
function linksOf(owner: string, { kind, artifactId, clientIs, countryIs, companyDomain }: LiveLine) {
  let of = kind === 'View' ? { package: 'none', pixels: 'show', pixel: [artifactId] } : { package: artifactId };
  let where = (text: string) => paths.analytics(owner, { pixels: 'show', where: [text] });
  return {
    artifact: paths.analytics(owner, of),
    client: where(clientIs),
    country: where(countryIs),
    company: companyDomain && paths.company(owner, companyDomain),
  };
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
