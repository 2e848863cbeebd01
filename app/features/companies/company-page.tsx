import { Link } from '@remix-run/react';
import type { FunnelStage } from 'contract/analytics/funnel-stages';
import { RenderedChart } from '../../charts/rendered-chart';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/description-list';
import { PageTitle } from '../../ui/page-title';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { CompanyPage, EventLine } from './company-details.server';
import { StageBadge, stageLooks } from './stages';

interface CompanyTitleProps {
  company: Pick<CompanyPage, 'name' | 'stage' | 'seen'>;
  /** As a lead. */
  score: { score: string; reasons: string; leads: string } | null;
  /** Where the report of its events is. */
  analytics: string;
}

export function CompanyTitle({ company: { name, stage, seen }, score, analytics }: CompanyTitleProps) {
  let description = (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StageBadge stage={stage} />
      <span>{seen}</span>
      {score && (
        <span>
          <Link to={score.leads} className="text-accent underline">
            Lead score {score.score}
          </Link>
          {score.reasons && `: ${score.reasons}`}
        </span>
      )}
    </span>
  );
  let actions = (
    <LinkButton to={analytics} variant="outline" size="sm">
      Analytics
    </LinkButton>
  );
  return <PageTitle title={name} description={description} actions={actions} />;
}

export function CompanyHead({ company }: { company: CompanyPage }) {
  return (
    <>
      <Card title="Company journey" description={company.journey.rangeLabel}>
        <RenderedChart drawing={company.journey} />
      </Card>
      <div className="grid gap-5 lg:grid-cols-2">
        <Card title="Company details">
          <Facts facts={company.facts.map(linked)} />
        </Card>
        <Status stage={company.stage} stages={company.stages} />
      </div>
    </>
  );
}

function linked({ label, value, href }: CompanyPage['facts'][number]) {
  if (!href) return { label, value };
  let link = (
    <a href={href} rel="noreferrer" className="text-accent underline">
      {value}
    </a>
  );
  return { label, value: link };
}

const stageColumns = [
  { label: 'Stage' },
  { label: 'Since (UTC)' },
  { label: 'Downloads', numeric: true },
  { label: 'Views', numeric: true },
  { label: 'Active days', numeric: true },
];

function Status({ stage, stages }: { stage: FunnelStage; stages: CompanyPage['stages'] }) {
  return (
    <Card title="Status" description={`${stageLooks[stage].meaning}.`} actions={<StageBadge stage={stage} />} flush>
      <Table caption="Stages so far" columns={stageColumns}>
        {stages.map((line) => (
          <TableRow key={line.stage} aria-current={line.isCurrent ? 'step' : undefined}>
            <TableCell rowHeader>
              {stageLooks[line.stage].label}
              {line.isCurrent && <span className="block text-xs font-normal text-muted">now</span>}
            </TableCell>
            <TableCell className="whitespace-nowrap">{line.since}</TableCell>
            {line.numbers.map((number, i) => (
              <TableCell key={i} numeric>
                {number}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

interface RowProps {
  event: EventLine;
  erasure: ((endpointId: string) => string) | undefined;
}

const eventColumns = [
  { label: 'Event' },
  { label: 'Time' },
  { label: 'Referer' },
  { label: 'Location' },
  { label: 'Confidence' },
  { label: 'More' },
];

/** `erasure`: the page that erases an endpoint. */
export function EventList({
  events,
  erasure,
}: {
  events: NonNullable<CompanyPage['events']>;
  erasure?: (endpointId: string) => string;
}) {
  return (
    <Card title="Events" description={`${events.total} in total, newest first.`} flush>
      {events.lines.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-6">This page is empty.</p>
      ) : (
        <Table caption="Events of this company" columns={eventColumns}>
          {events.lines.map((event) => (
            <EventRow key={event.id} event={event} erasure={erasure} />
          ))}
        </Table>
      )}
    </Card>
  );
}

function EventRow({ event, erasure }: RowProps) {
  let { confidence, time } = event;
  return (
    <TableRow>
      <TableCell rowHeader className="min-w-40">
        {event.kind}
        <span translate="no" className="block text-xs font-normal wrap-anywhere text-muted">
          {event.artifact}
          {event.version && ` ${event.version}`}
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <time dateTime={time.iso}>{time.exact}</time>
        <span className="block text-xs text-muted">{time.ago}</span>
      </TableCell>
      <TableCell className="max-w-64 min-w-32 wrap-anywhere">{event.referer || <Missing word="None" />}</TableCell>
      <TableCell className="min-w-28">{event.location || <Missing word="Not known" />}</TableCell>
      <TableCell>
        <span title={confidence.sentence}>
          <Badge colour={confidence.colour}>{confidence.label}</Badge>
        </span>
      </TableCell>
      <TableCell className="min-w-28">
        <More event={event} erasure={erasure} />
      </TableCell>
    </TableRow>
  );
}

function Missing({ word }: { word: string }) {
  return <span className="text-muted">{word}</span>;
}

function More({ event, erasure }: RowProps) {
  let facts = [
    ['User agent', event.userAgent],
    ['Version', event.version],
    ['Endpoint ID', event.endpointId],
    ['Origin ID', event.originId],
    ['Both IDs for', event.idPeriod],
    ['Recorded as', event.type],
    ['Confidence', event.confidence.sentence],
    ['Reason', event.matchReason],
  ].filter(([, value]) => value);
  return (
    <details>
      <summary className="cursor-pointer text-muted hover:text-ink">
        Details<span className="sr-only"> of the event of {event.time.exact}</span>
      </summary>
      <dl className="mt-1 min-w-56 text-xs">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {erasure && event.endpointId && (
        <a href={erasure(event.endpointId)} className="text-xs text-accent underline">
          Erase this endpoint
        </a>
      )}
    </details>
  );
}
