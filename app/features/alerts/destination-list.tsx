import { Link } from '@remix-run/react';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';
import type { DestinationLine } from './destinations.server';

const columns: TableColumn[] = [{ label: 'Name' }, { label: 'Kind' }, { label: 'To' }, { label: 'State' }];

interface DestinationsCardProps {
  destinations: readonly DestinationLine[];
  added: readonly { label: string; to: string }[];
}

export function DestinationsCard({ destinations, added }: DestinationsCardProps) {
  let links = added.map(({ label, to }) => (
    <LinkButton key={to} to={to} size="sm" variant="outline">
      {label}
    </LinkButton>
  ));
  return (
    <Card title="Destinations" flush={destinations.length > 0} actions={destinations.length > 0 && links}>
      {destinations.length === 0 ? (
        <EmptyState title="No destinations yet" action={links}>
          Send alerts to a webhook, a chat channel, or an email.
        </EmptyState>
      ) : (
        <Table caption="Destinations" columns={columns}>
          {destinations.map((one) => (
            <TableRow key={one.id}>
              <TableCell rowHeader className="break-words">
                <Link to={one.page} className="text-accent underline">
                  {one.name}
                </Link>
              </TableCell>
              <TableCell>{one.kind}</TableCell>
              <TableCell className="min-w-44 wrap-anywhere">{one.to}</TableCell>
              <TableCell>
                <DestinationState {...one} />
              </TableCell>
            </TableRow>
          ))}
        </Table>
      )}
    </Card>
  );
}

export function DestinationState({ isPaused, failingSince }: Pick<DestinationLine, 'isPaused' | 'failingSince'>) {
  if (isPaused) return <Badge colour="yellow">Paused</Badge>;
  return failingSince ? <Badge colour="red">Failing</Badge> : <Badge colour="green">On</Badge>;
}
