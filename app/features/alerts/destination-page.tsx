import { HiddenField } from '../../forms/fields';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { Badge, type BadgeColour } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { DateTimeText } from '../../ui/moment';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';
import type { DeliveryLine } from './destinations.server';

interface DestinationActionsProps {
  isPaused: boolean;
  tests: string;
  pause: string;
  removal: string;
  /** Null for kinds without a secret. */
  secret: string | null;
}

export function DestinationActions({ isPaused, tests, pause, removal, secret }: DestinationActionsProps) {
  return (
    <>
      <PostForm action={tests} preventScrollReset>
        <SubmitButton size="sm" pending="Sending …">
          Send a test
        </SubmitButton>
      </PostForm>
      {secret && (
        <LinkButton to={secret} size="sm" variant="outline">
          Renew the secret
        </LinkButton>
      )}
      <PostForm action={pause} preventScrollReset>
        <HiddenField name="paused" value={isPaused ? 'no' : 'yes'} />
        <SubmitButton size="sm" variant="outline">
          {isPaused ? 'Resume' : 'Pause'}
        </SubmitButton>
      </PostForm>
      <PostForm action={removal}>
        <SubmitButton size="sm" variant="danger-outline">
          Delete
        </SubmitButton>
      </PostForm>
    </>
  );
}

const columns: TableColumn[] = [
  { label: 'Message' },
  { label: 'Status' },
  { label: 'Answer' },
  { label: 'Took', numeric: true },
  { label: 'Send again', hiddenLabel: true },
];

const looks: Record<DeliveryLine['status'], [colour: BadgeColour, words: string]> = {
  waiting: ['yellow', 'Waiting'],
  running: ['blue', 'Running'],
  done: ['green', 'Arrived'],
  failed: ['red', 'Failed'],
};

const causes: Record<DeliveryLine['cause'], string> = { alert: '', test: 'Test', replay: 'Sent again' };

export function DeliveryList({ deliveries }: { deliveries: readonly DeliveryLine[] }) {
  if (deliveries.length === 0)
    return <EmptyState title="No deliveries yet">A test message shows whether it arrives.</EmptyState>;
  return (
    <Table caption="Log of deliveries" columns={columns}>
      {deliveries.map((one) => (
        <TableRow key={one.id}>
          <TableCell rowHeader className="min-w-44 break-words">
            {one.title}
            {causes[one.cause] && <span className="block text-xs font-normal text-muted">{causes[one.cause]}</span>}
          </TableCell>
          <TableCell className="min-w-44">
            <Badge colour={looks[one.status][0]}>{looks[one.status][1]}</Badge>
            {one.reason && <span className="mt-1 block">{one.reason}</span>}
            <span className="mt-1 block text-muted">
              {one.status === 'waiting' && 'Next attempt '}
              <DateTimeText iso={one.at} />
              {one.attempts > 1 && `, attempt ${one.attempts}`}
            </span>
          </TableCell>
          <TableCell className="max-w-72 min-w-44 font-mono text-xs wrap-anywhere">{one.answer}</TableCell>
          <TableCell numeric>{one.took}</TableCell>
          <TableCell numeric>
            <PostForm action={one.replays} preventScrollReset>
              <SubmitButton size="xs" variant="outline">
                Send again<span className="sr-only"> {one.title}</span>
              </SubmitButton>
            </PostForm>
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}
