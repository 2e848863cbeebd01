/**
 * People and organizations as platform admins see them, each with the way to its account and into
 * what it sees.
 */
import { Form, Link } from '@remix-run/react';
import type { FoundOwner } from 'contract/administration';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import type { ButtonSize } from '../../ui/button';
import { Day } from '../../ui/day';
import { HiddenFields } from '../../ui/menu';
import { Cell, Table } from '../../ui/table';

const columns = [
  { label: 'Name' },
  { label: 'Kind' },
  { label: 'Email' },
  { label: 'Since' },
  { label: 'Act as', hiddenLabel: true },
];

/** `acted` is the name of the owner acted as already, if any. */
export function OwnerTable({ owners, acted }: { owners: readonly FoundOwner[]; acted: string | undefined }) {
  return (
    <Table caption="People and organizations" columns={columns}>
      {owners.map((owner) => (
        <tr key={owner.id}>
          <Cell rowHeader>
            <Link to={paths.adminOwner(owner.name)} className="text-accent underline">
              {owner.name}
            </Link>
            {owner.suspended_at && (
              <span className="ml-2">
                <Badge colour="red">Suspended</Badge>
              </span>
            )}
            {owner.full_name && <span className="block font-normal text-muted">{owner.full_name}</span>}
          </Cell>
          <Cell>{owner.type === 'user' ? 'Person' : 'Organization'}</Cell>
          <Cell>{owner.email || <span className="text-muted">None</span>}</Cell>
          <Cell className="whitespace-nowrap">
            <Day iso={owner.created_at} />
          </Cell>
          <Cell numeric>
            <ActAs owner={owner} isActed={owner.name === acted} size="xs" />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

interface ActAsProps {
  owner: Pick<FoundOwner, 'name' | 'is_platform_admin'>;
  isActed: boolean;
  size: ButtonSize;
}

/** The way into what an owner sees, where there is one. */
export function ActAs({ owner, isActed, size }: ActAsProps) {
  if (owner.is_platform_admin) return <Badge colour="purple">Platform admin</Badge>;
  if (isActed) return <Badge colour="yellow">Acting</Badge>;
  return (
    <Form method="post" action={paths.acting()}>
      <HiddenFields fields={{ owner: owner.name }} />
      <SubmitButton variant="outline" size={size}>
        Act as<span className="sr-only"> {owner.name}</span>
      </SubmitButton>
    </Form>
  );
}
