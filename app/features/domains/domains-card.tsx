/** The hosts something answers on, for packages and pixels alike. */
import type { DomainStatus } from 'contract/domain-status';
import type { Domain } from 'contract/packages';
import { counted } from '../../charts/numbers';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Day } from '../../ui/day';
import { Cell, Table } from '../../ui/table';
import { Verifications } from './verification';

interface DomainsProps {
  owner: string;
  domains: readonly Domain[];
  /** The verification of custom domains, by id; empty where the reader may not see it. */
  statuses: Record<string, DomainStatus>;
  /** Page of the form that adds one; absent where the reader may not. */
  addTo?: string;
  /** Page that removes a domain; null for one that stays. */
  removeAt: (domain: Domain) => string | null;
}

export function DomainsCard({ owner, domains, statuses, addTo, removeAt }: DomainsProps) {
  return (
    <Card
      title={counted(domains.length, 'Domain')}
      flush
      actions={
        addTo && (
          <LinkButton to={addTo} variant="outline" size="sm">
            + Add domain
          </LinkButton>
        )
      }
    >
      <Table
        caption="Domains"
        columns={[{ label: 'Domain' }, { label: 'Added' }, { label: 'Remove', hiddenLabel: true }]}
      >
        {domains.map((domain) => (
          <DomainRow key={domain.id} domain={domain} removeTo={addTo ? removeAt(domain) : null} />
        ))}
      </Table>
      {Object.keys(statuses).length > 0 && (
        <div className="border-t border-line">
          <Verifications owner={owner} statuses={statuses} mayCheck={addTo !== undefined} />
        </div>
      )}
    </Card>
  );
}

function DomainRow({ domain, removeTo }: { domain: Domain; removeTo: string | null }) {
  return (
    <tr>
      <Cell rowHeader>
        <span className="break-all">{domain.name}</span> {domain.is_default && <Badge>Default</Badge>}
        {!domain.is_verified && <Badge colour="yellow">Not verified</Badge>}
      </Cell>
      <Cell className="whitespace-nowrap">
        <Day iso={domain.created_at} />
      </Cell>
      <Cell numeric>
        {removeTo && (
          <LinkButton to={removeTo} variant="danger-outline" size="xs">
            Delete<span className="sr-only"> {domain.name}</span>
          </LinkButton>
        )}
      </Cell>
    </tr>
  );
}
