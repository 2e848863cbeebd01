/** Whether a custom domain leads here: the records it needs, what was found, and a button that looks again. */
import { Form, useLocation } from '@remix-run/react';
import type { DomainState, DomainStatus } from 'contract/domain-status';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { Badge, type BadgeColour } from '../../ui/badge';
import { CopyText } from '../../ui/copy-text';
import { Moment } from '../../ui/moment';

interface VerificationProps {
  owner: string;
  domainId: string;
  status: DomainStatus;
  mayCheck: boolean;
}

const states: Record<DomainState, { label: string; colour: BadgeColour; meaning: string }> = {
  unchecked: { label: 'Not checked', colour: 'default', meaning: 'Nobody has looked yet.' },
  verified: { label: 'Verified', colour: 'green', meaning: 'A record was found.' },
  missing: { label: 'Not verified', colour: 'yellow', meaning: 'Neither record was found.' },
  unanswered: { label: 'No answer', colour: 'orange', meaning: 'The DNS did not answer in time. Please try again.' },
};

export function Verification({ owner, domainId, status, mayCheck }: VerificationProps) {
  let { domain, state, checked_at, records } = status;
  let { label, colour, meaning } = states[state];
  return (
    <details open={state === 'missing' || state === 'unanswered'} className="group text-sm">
      <summary className="cursor-pointer">
        Verification of <span className="font-medium break-all">{domain}</span> <Badge colour={colour}>{label}</Badge>
      </summary>
      <div className="mt-3 flex flex-col gap-4">
        <p className="text-muted">
          {meaning} One of these two DNS records is enough; the domain answers without having been verified as soon as
          it leads here.
        </p>
        {records.map((record) => (
          <DnsRecord key={record.type} record={record} checked={checked_at !== null} />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {mayCheck && <CheckButton owner={owner} domainId={domainId} domain={domain} />}
          <span className="text-muted">
            {checked_at ? (
              <>
                Last checked <Moment iso={checked_at} />
              </>
            ) : (
              'Not checked yet'
            )}
          </span>
        </div>
      </div>
    </details>
  );
}

function DnsRecord({ record, checked }: { record: DomainStatus['records'][number]; checked: boolean }) {
  let { type, name, value, found, matches } = record;
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3">
      <h3 className="flex items-center gap-2 font-medium">
        {type} record{' '}
        {checked && <Badge colour={matches ? 'green' : 'default'}>{matches ? 'Found' : 'Not found'}</Badge>}
      </h3>
      <Copied label="Hostname" type={type} text={name} />
      <Copied label="Value" type={type} text={value} />
      {!matches && found.length > 0 && (
        <p className="break-all text-muted">
          There instead: <span className="font-mono">{found.join(', ')}</span>
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

function CheckButton({ owner, domainId, domain }: { owner: string; domainId: string; domain: string }) {
  let { pathname } = useLocation();
  return (
    <Form method="post" action={paths.domainVerification(owner, domainId)} preventScrollReset>
      <input type="hidden" name="next" value={pathname} />
      <SubmitButton size="sm" variant="outline" pending="Checking …">
        Check now<span className="sr-only">: {domain}</span>
      </SubmitButton>
    </Form>
  );
}
