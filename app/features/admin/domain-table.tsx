/** Custom domains that are not verified, each with the way to confirm it. */
import { Link } from '@remix-run/react';
import type { UnverifiedDomain } from 'contract/domain-administration';
import { paths } from '../../paths';
import { LinkButton } from '../../ui/button';
import { Day } from '../../ui/day';
import { Moment } from '../../ui/moment';
import { Cell, Table } from '../../ui/table';

const columns = [
  { label: 'Domain' },
  { label: 'Owner' },
  { label: 'Added' },
  { label: 'Last check' },
  { label: 'Confirm', hiddenLabel: true },
];

const results: Record<UnverifiedDomain['state'], string> = {
  unchecked: 'Not checked yet',
  missing: 'No record found',
  unanswered: 'No answer of the DNS',
  taken: 'Verified by another owner',
  reserved: 'Reserved for the gateway or dashboard',
};

export function DomainTable({ domains }: { domains: readonly UnverifiedDomain[] }) {
  return (
    <Table caption="Domains to confirm" columns={columns}>
      {domains.map(({ domain, owner, state, added_at, checked_at, verified_for }) => (
        <tr key={`${owner}/${domain}`}>
          <Cell rowHeader>
            <span className="break-all">{domain}</span>
          </Cell>
          <Cell>
            <Link to={paths.home(owner)} className="text-accent underline">
              {owner}
            </Link>
          </Cell>
          <Cell className="whitespace-nowrap">
            <Day iso={added_at} />
          </Cell>
          <Cell>
            {verified_for ? `Verified for ${verified_for}` : results[state]}
            {checked_at && (
              <span className="block text-muted">
                <Moment iso={checked_at} />
              </span>
            )}
          </Cell>
          <Cell numeric>
            {state !== 'reserved' && (
              <LinkButton to={`${paths.adminDomains()}/${owner}/${domain}/confirmation`} variant="outline" size="xs">
                Confirm<span className="sr-only">{` ${domain} for ${owner}`}</span>
              </LinkButton>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
