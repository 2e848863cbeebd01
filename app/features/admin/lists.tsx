import { Form, Link } from '@remix-run/react';
import type { FoundOwner } from 'contract/admin/administration';
import type { UnverifiedDomain } from 'contract/admin/domain-administration';
import { inputClass } from '../../forms/field-frame';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { Button, type ButtonSize, LinkButton } from '../../ui/button';
import { DateText } from '../../ui/day';
import { HiddenFields } from '../../ui/menu-items';
import { DateTimeText } from '../../ui/moment';
import { Name } from '../../ui/name';
import { TableCell, TableRow, Table } from '../../ui/table';

interface FindFormProps {
  name: string;
  label: string;
  value: string;
  maxLength: number;
}

/** GET form, so that the URL has the search. */
export function FindForm({ name, label, value, maxLength }: FindFormProps) {
  return (
    <Form method="get" role="search" className="flex max-w-xl gap-2">
      <input
        key={value}
        type="search"
        name={name}
        defaultValue={value}
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        autoComplete="off"
        className={inputClass}
      />
      <Button type="submit">Search</Button>
    </Form>
  );
}

const ownerColumns = [
  { label: 'Name' },
  { label: 'Type' },
  { label: 'Email' },
  { label: 'Since' },
  { label: 'Act as', hiddenLabel: true },
];

/** `acted`: the owner being impersonated, if any. */
export function OwnerList({ owners, acted }: { owners: readonly FoundOwner[]; acted: string | undefined }) {
  return (
    <Table caption="People and organizations" columns={ownerColumns}>
      {owners.map((owner) => (
        <TableRow key={owner.id}>
          <TableCell rowHeader>
            <Link to={paths.adminOwner(owner.name)} className="text-accent underline">
              {owner.name}
            </Link>
            {owner.suspended_at && (
              <span className="ml-2">
                <Badge colour="red">Suspended</Badge>
              </span>
            )}
            {owner.full_name && <span className="block font-normal text-muted">{owner.full_name}</span>}
          </TableCell>
          <TableCell>{owner.type === 'user' ? 'User' : 'Organization'}</TableCell>
          <TableCell>{owner.email || <span className="text-muted">None</span>}</TableCell>
          <TableCell className="whitespace-nowrap">
            <DateText iso={owner.created_at} />
          </TableCell>
          <TableCell numeric>
            <ActAs owner={owner} isActed={owner.name === acted} size="xs" />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

interface ActAsProps {
  owner: Pick<FoundOwner, 'name' | 'is_platform_admin'>;
  isActed: boolean;
  size: ButtonSize;
}

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

const domainColumns = [
  { label: 'Domain' },
  { label: 'Owner' },
  { label: 'Added' },
  { label: 'Last check' },
  { label: 'Confirm', hiddenLabel: true },
];

const checkResults: Record<UnverifiedDomain['state'], string> = {
  unchecked: 'Not checked yet',
  missing: 'No record found',
  unanswered: 'No answer of the DNS',
  taken: 'Verified by another owner',
  reserved: 'Reserved for the gateway or dashboard',
};

export function DomainList({ domains }: { domains: readonly UnverifiedDomain[] }) {
  return (
    <Table caption="Domains to confirm" columns={domainColumns}>
      {domains.map(({ domain, owner, state, added_at, checked_at, verified_for }) => (
        <TableRow key={`${owner}/${domain}`}>
          <TableCell rowHeader>
            <Name>{domain}</Name>
          </TableCell>
          <TableCell>
            <Link to={paths.home(owner)} className="text-accent underline">
              {owner}
            </Link>
          </TableCell>
          <TableCell className="whitespace-nowrap">
            <DateText iso={added_at} />
          </TableCell>
          <TableCell>
            {verified_for ? `Verified for ${verified_for}` : checkResults[state]}
            {checked_at && (
              <span className="block text-muted">
                <DateTimeText iso={checked_at} />
              </span>
            )}
          </TableCell>
          <TableCell numeric>
            {state !== 'reserved' && (
              <LinkButton to={`${paths.adminDomains()}/${owner}/${domain}/confirmation`} variant="outline" size="xs">
                Confirm<span className="sr-only">{` ${domain} for ${owner}`}</span>
              </LinkButton>
            )}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}
