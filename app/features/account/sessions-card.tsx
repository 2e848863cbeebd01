import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateTimeText } from '../../ui/moment';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';

export interface SessionLine {
  id: string;
  isCurrent: boolean;
  agent: string;
  address: string;
  created: string;
  lastUsed: string | null;
}

const columns: TableColumn[] = [
  { label: 'Client' },
  { label: 'IP address' },
  { label: 'Signed in' },
  { label: 'Last used' },
  { label: 'Sign out', hiddenLabel: true },
];

export function SessionsCard({ sessions }: { sessions: readonly SessionLine[] }) {
  let hasOthers = sessions.some((session) => !session.isCurrent);
  return (
    <Card
      title="Sessions"
      description="Devices that are signed in. Sessions expire after 30 days without use, after 90 days at the latest."
      flush
      actions={
        hasOthers && (
          <LinkButton to={paths.accountSessions()} variant="danger-outline" size="sm">
            Sign out all others
          </LinkButton>
        )
      }
    >
      <Table caption="Where you are signed in" columns={columns}>
        {sessions.map((session) => (
          <TableRow key={session.id}>
            <TableCell rowHeader>{session.agent}</TableCell>
            <TableCell>{session.address || 'Unknown'}</TableCell>
            <TableCell>
              <DateTimeText iso={session.created} />
            </TableCell>
            <TableCell>{session.lastUsed ? <DateTimeText iso={session.lastUsed} /> : 'Never'}</TableCell>
            <TableCell numeric>
              {session.isCurrent ? (
                <Badge colour="green">This device</Badge>
              ) : (
                <LinkButton to={paths.accountSession(session.id)} variant="danger-outline" size="xs">
                  Sign out<span className="sr-only"> {session.agent}</span>
                </LinkButton>
              )}
            </TableCell>
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}
