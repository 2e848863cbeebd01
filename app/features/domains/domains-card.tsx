/** List domains of a package or pixel, and the DNS records that verify them. */
import { useLocation } from '@remix-run/react';
import type { DomainState, DomainStatus, VerifiedBy } from 'contract/packages/domain-status';
import type { Domain } from 'contract/packages/domains';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { Badge, type BadgeColour } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { DateText } from '../../ui/day';
import { DateTimeText } from '../../ui/moment';
import { Name } from '../../ui/name';
import { TableCell, TableRow, Table } from '../../ui/table';

interface DomainsProps {
  owner: string;
  domains: readonly Domain[];
  /** Verification status by id; empty without permission. */
  statuses: Record<string, DomainStatus>;
  /** Undefined without permission. */
  addTo?: string;
  /** Null for domains that cannot be removed. */
  removeAt: (domain: Domain) => string | null;
}

export function DomainsCard({ owner, domains, statuses, addTo, removeAt }: DomainsProps) {
  return (
    <Card
      title="Domains"
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
        caption="Status of each domain"
        columns={[{ label: 'Domain' }, { label: 'Added' }, { label: 'Remove', hiddenLabel: true }]}
      >
        {domains.map((domain) => (
          <DomainRow key={domain.id} domain={domain} removeTo={addTo ? removeAt(domain) : null} />
        ))}
      </Table>
      {Object.keys(statuses).length > 0 && (
        <div className="border-t border-line">
          <DomainVerifications owner={owner} statuses={statuses} mayCheck={addTo !== undefined} />
        </div>
      )}
    </Card>
  );
}

function DomainRow({ domain, removeTo }: { domain: Domain; removeTo: string | null }) {
  return (
    <TableRow>
      <TableCell rowHeader>
        <Name>{domain.name}</Name> {domain.is_default && <Badge>Default</Badge>}
        {!domain.is_verified && <Badge colour="yellow">Not verified</Badge>}
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <DateText iso={domain.created_at} />
      </TableCell>
      <TableCell numeric>
        {removeTo && (
          <LinkButton to={removeTo} variant="danger-outline" size="xs">
            Delete<span className="sr-only"> {domain.name}</span>
          </LinkButton>
        )}
      </TableCell>
    </TableRow>
  );
}

interface VerificationProps {
  owner: string;
  /** Domain id or name. */
  domainRef: string;
  status: DomainStatus;
  mayCheck: boolean;
}

const notYet = 'Not verified yet. Downloads from this domain work once it is verified.';

const states: Record<DomainState, { label: string; colour: BadgeColour; meaning: string }> = {
  unchecked: { label: 'Not verified', colour: 'yellow', meaning: notYet },
  verified: { label: 'Verified', colour: 'green', meaning: '' },
  missing: { label: 'Not verified', colour: 'yellow', meaning: `${notYet} No record found at the last check.` },
  unanswered: {
    label: 'Not verified',
    colour: 'yellow',
    meaning: `${notYet} DNS did not respond at the last check.`,
  },
  taken: {
    label: 'Verified by another owner',
    colour: 'orange',
    meaning: 'Another owner verified this domain. It does not serve your downloads.',
  },
  reserved: {
    label: 'Reserved',
    colour: 'orange',
    meaning: 'This domain is used by the gateway or the dashboard and cannot be a custom domain.',
  },
};

const evidence: Record<VerifiedBy, string> = {
  txt: 'by its TXT record',
  cname: 'by its CNAME record',
  administrator: 'by an administrator',
  upgrade: 'because it was in use before verification was required',
};

export function DomainVerifications({
  statuses,
  ...rest
}: Omit<VerificationProps, 'domainRef' | 'status'> & { statuses: Record<string, DomainStatus> }) {
  return (
    <ul className="divide-y divide-line">
      {Object.entries(statuses).map(([ref, status]) => (
        <li key={ref} className="px-4 py-3 sm:px-6">
          <DomainVerification {...rest} domainRef={ref} status={status} />
        </li>
      ))}
    </ul>
  );
}

export function DomainVerification({ owner, domainRef, status, mayCheck }: VerificationProps) {
  let { domain, state, checked_at, next_check_at, records } = status;
  let { label, colour } = states[state];
  return (
    <details open={state !== 'verified'} className="group text-sm">
      <summary className="cursor-pointer">
        Verification of <span className="font-medium wrap-anywhere">{domain}</span>{' '}
        <Badge colour={colour}>{label}</Badge>
      </summary>
      <div className="mt-3 flex flex-col gap-4">
        <Meaning status={status} />
        {state !== 'reserved' &&
          records.map((record) => <DnsRecord key={record.type} record={record} checked={checked_at !== null} />)}
        <div className="flex flex-wrap items-center gap-3">
          {mayCheck && state !== 'reserved' && <CheckButton owner={owner} domainRef={domainRef} domain={domain} />}
          <span className="text-muted">
            {checked_at ? (
              <>
                Last checked <DateTimeText iso={checked_at} />
              </>
            ) : (
              'Not checked yet'
            )}
            {next_check_at && (
              <>
                , next automatic check <DateTimeText iso={next_check_at} />
              </>
            )}
          </span>
        </div>
      </div>
    </details>
  );
}

function Meaning({ status }: { status: DomainStatus }) {
  let { state, verified_at, verified_by, checked_at, answered, records } = status;
  let isFound = records.some(({ matches }) => matches);
  if (state === 'verified' && verified_at && verified_by)
    return (
      <p className="text-muted">
        Verified on <DateTimeText iso={verified_at} /> {evidence[verified_by]}.
        {checked_at && !answered && ' DNS did not respond at the last check. The domain stays verified.'}
        {checked_at && answered && !isFound && ' No record found at the last check. The domain stays verified.'}
      </p>
    );
  return (
    <p className="text-muted">
      {states[state].meaning}
      {state === 'taken' && isFound && ' Your record was found, but the other owner’s TXT record still exists.'}
      {state === 'taken' && ' Remove the other owner’s TXT record and add one of these records.'}
      {state !== 'taken' && state !== 'reserved' && ' Add one of these DNS records.'}
    </p>
  );
}

function DnsRecord({ record, checked }: { record: DomainStatus['records'][number]; checked: boolean }) {
  let { type, name, value, found, matches, has_earlier_name } = record;
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3">
      <h3 className="flex items-center gap-2 font-medium">
        {type} record{' '}
        {checked && <Badge colour={matches ? 'green' : 'default'}>{matches ? 'Found' : 'Not found'}</Badge>}
      </h3>
      <Copied label="Hostname" type={type} text={name} />
      <Copied label="Value" type={type} text={value} />
      {has_earlier_name && (
        <p className="text-muted">
          The record points to an earlier name, which still works:{' '}
          <span className="font-mono wrap-anywhere">{found.join(', ')}</span>
        </p>
      )}
      {!matches && found.length > 0 && (
        <p className="wrap-anywhere text-muted">
          Found instead: <span className="font-mono">{found.join(', ')}</span>
        </p>
      )}
    </div>
  );
}

function Copied({ label, type, text }: { label: string; type: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-muted">{label}</p>
      <CopyText text={text} label={`${label.toLowerCase()} of the ${type} record ${text}`} wrap />
    </div>
  );
}

function CheckButton({ owner, domainRef, domain }: { owner: string; domainRef: string; domain: string }) {
  let { pathname } = useLocation();
  return (
    <PostForm action={paths.domainVerification(owner, domainRef)} preventScrollReset>
      <input type="hidden" name="next" value={pathname} />
      <SubmitButton size="sm" variant="outline" pending="Checking …">
        Check now<span className="sr-only">: {domain}</span>
      </SubmitButton>
    </PostForm>
  );
}
