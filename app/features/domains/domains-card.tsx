/** The hosts something answers on, for packages and pixels alike: listed, added, removed. */
import type { SubmissionResult } from '@conform-to/react';
import type { Domain } from 'contract/packages';
import { counted } from '../../charts/numbers';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError, SubmitButton } from '../../forms/submit';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Day } from '../../ui/day';
import { Cell, Table } from '../../ui/table';

interface DomainsProps {
  domains: readonly Domain[];
  /** Page of the form that adds one; absent where the reader may not. */
  addTo?: string;
  /** Page that removes a domain; null for one that stays. */
  removeAt: (domain: Domain) => string | null;
}

export function DomainsCard({ domains, addTo, removeAt }: DomainsProps) {
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
    </Card>
  );
}

function DomainRow({ domain, removeTo }: { domain: Domain; removeTo: string | null }) {
  return (
    <tr>
      <Cell rowHeader>
        <span className="break-all">{domain.name}</span> {domain.is_default && <Badge>Default</Badge>}
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

interface AddDomainProps {
  /** The host a CNAME record has to point to. */
  pointsTo: string;
  /** What the field holds before anything was typed. */
  domain?: string;
  lastResult?: SubmissionResult<string[]>;
}

export function AddDomainForm({ pointsTo, domain, lastResult }: AddDomainProps) {
  let form = useAppForm(lastResult, { defaultValue: { name: domain } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="name"
        label="Domain"
        placeholder="downloads.example.com"
        autoComplete="off"
        spellCheck={false}
        hint={
          <>
            A name of your own, with a DNS record (CNAME) that points to <span className="break-all">{pointsTo}</span>.
          </>
        }
      />
      <div>
        <SubmitButton pending="Adding …">Add domain</SubmitButton>
      </div>
    </AppForm>
  );
}
