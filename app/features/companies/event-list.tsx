/** What a company did, the newest first. */
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Cell, Table } from '../../ui/table';
import type { CompanyPage, EventLine } from './details.server';

const columns = [
  { label: 'Event' },
  { label: 'Time (UTC)' },
  { label: 'Referer' },
  { label: 'Location' },
  { label: 'Confidence' },
  { label: 'More' },
];

export function EventList({ events }: { events: CompanyPage['events'] }) {
  return (
    <Card title="Events" description={`${events.total} in all, the newest first.`} flush>
      {events.lines.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-5">There is nothing on this page.</p>
      ) : (
        <Table caption="Events of this company" columns={columns}>
          {events.lines.map((event) => (
            <Line key={event.id} event={event} />
          ))}
        </Table>
      )}
    </Card>
  );
}

function Line({ event }: { event: EventLine }) {
  let { confidence, time } = event;
  return (
    <tr>
      <Cell rowHeader className="min-w-40">
        {event.kind}
        <span className="block text-xs font-normal break-all text-muted">
          {event.artifact}
          {event.version && ` ${event.version}`}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap">
        <time dateTime={time.iso}>{time.exact}</time>
        <span className="block text-xs text-muted">{time.ago}</span>
      </Cell>
      <Cell className="max-w-64 min-w-32 break-all">{event.referer || <Missing word="None" />}</Cell>
      <Cell className="min-w-28">{event.location || <Missing word="Not known" />}</Cell>
      <Cell>
        <span title={confidence.sentence}>
          <Badge colour={confidence.colour}>{confidence.label}</Badge>
        </span>
      </Cell>
      <Cell className="min-w-28">
        <More event={event} />
      </Cell>
    </tr>
  );
}

function Missing({ word }: { word: string }) {
  return <span className="text-muted">{word}</span>;
}

function More({ event }: { event: EventLine }) {
  let facts = [
    ['User agent', event.userAgent],
    ['Version', event.version],
    ['Endpoint ID', event.endpointId],
    ['Origin ID', event.originId],
    ['Recorded as', event.type],
    ['Match', event.confidence.sentence],
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
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
