/** Who downloaded one version, and the form that withdraws it. */
import { Link } from '@remix-run/react';
import type { SubmissionResult } from '@conform-to/react';
import * as limits from 'contract/limits';
import type { WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import { textRule } from 'contract/shared/rules';
import { BarList } from '../../charts/bar-list';
import { AppForm, useAppForm } from '../../forms/app-form';
import { HiddenField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { PostForm } from '../../forms/post-form';
import { SubmitButton } from '../../forms/submit';
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { DateText } from '../../ui/day';
import { Facts } from '../../ui/description-list';
import { EmptyState } from '../../ui/empty-state';
import { DateTimeText } from '../../ui/moment';
import { RowLink } from '../../ui/row-link';
import { Table, TableCell, TableRow } from '../../ui/table';
import { CompanyTable } from '../analytics/company-table';
import { TotalCards } from '../analytics/report-summary';
import type { versionList, VersionReach } from './version-reach.server';

const versionColumns = [
  { label: 'Version' },
  { label: 'Downloads', numeric: true },
  { label: 'Unique users', numeric: true },
];

export function VersionList({ versions }: { versions: Awaited<ReturnType<typeof versionList>> }) {
  if (versions.length === 0)
    return <EmptyState title="No versions yet">Versions appear when they are downloaded.</EmptyState>;
  return (
    <Table caption="Versions, the most downloaded first" columns={versionColumns}>
      {versions.map(({ version, downloads, users, isWithdrawn, to }) => (
        <TableRow key={version}>
          <TableCell rowHeader>
            <span className="flex flex-wrap items-center gap-2">
              <RowLink to={to}>{version}</RowLink>
              {isWithdrawn && <Badge colour="red">Withdrawn</Badge>}
            </span>
          </TableCell>
          <TableCell numeric>{downloads}</TableCell>
          <TableCell numeric>{users}</TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

interface ReachProps {
  owner: string;
  found: NonNullable<VersionReach['found']>;
}

export function Reach({ owner, found }: ReachProps) {
  let { recent } = found;
  let counted = { valueLabel: 'Downloads', innerLabel: 'Unique users' };
  return (
    <>
      <TotalCards cards={found.cards} comparedWith="" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Still downloaded?" description="The last 7 days.">
            <Facts
              facts={[
                {
                  label: 'Downloads',
                  value: `${recent.downloads.toLocaleString('en')} by ${recent.users.toLocaleString('en')} users`,
                },
                { label: 'Companies', value: recent.companies.join(', ') || 'None' },
                { label: 'First download', value: <DateTimeText iso={found.first} /> },
                { label: 'Latest download', value: <DateTimeText iso={found.last} /> },
              ]}
            />
          </Card>
          <Card title="Disclosure text" description="What is known, for an advisory or a report to an authority.">
            <CopyText text={found.notice} label="disclosure text" wrap />
          </Card>
        </div>
        <Card title="People and CI">
          <BarList bars={found.audiences} title="People and CI" nameLabel="Audience" {...counted} />
        </Card>
      </div>
      <CompanyTable owner={owner} kept={{}} companies={found.companies} withDownloads withViews={false} />
      <Card title="Countries">
        <BarList bars={found.countries} title="Countries" nameLabel="Country" {...counted} />
      </Card>
    </>
  );
}

const rules = { message: textRule(limits.withdrawalMessageMax, 'field-is-required') };

interface WithdrawProps {
  version: string;
  /** File packages can send another version instead. */
  canRedirect: boolean;
  withdrawn: WithdrawnVersion | undefined;
  /** URL that restores it. */
  restoration: string;
  lastResult: SubmissionResult<string[]> | undefined;
}

export function WithdrawCard({ version, canRedirect, withdrawn, restoration, lastResult }: WithdrawProps) {
  let defaultValue = { message: withdrawn?.message ?? '', redirect_to: withdrawn?.redirect_to ?? '' };
  let form = useAppForm(lastResult, { rules, id: 'withdraw', defaultValue });
  return (
    <Card
      title={withdrawn ? 'Withdrawn' : 'Withdraw this version'}
      description="The gateway stops serving it, and shows your message where the client shows messages. You can restore it at any time."
      anchor="withdrawal"
    >
      <div className="flex max-w-2xl flex-col gap-4">
        <AppForm form={form}>
          <FormError />
          <HiddenField name="version" value={version} />
          <TextField
            name="message"
            label="Message"
            hint="What happened, and what to use instead."
            placeholder="Leaks tokens (CVE-2026-1234). Use 2.0.1."
            autoComplete="off"
          />
          {canRedirect && (
            <TextField
              name="redirect_to"
              label="Send this version instead"
              hint="Empty: requests are refused."
              placeholder="2.0.1"
              autoComplete="off"
              spellCheck={false}
              optional
            />
          )}
          <div>
            <SubmitButton variant={withdrawn ? 'primary' : 'danger'}>
              {withdrawn ? 'Save' : 'Withdraw version'}
            </SubmitButton>
          </div>
        </AppForm>
        {withdrawn && (
          <PostForm action={restoration}>
            <input type="hidden" name="version" value={version} />
            <SubmitButton variant="outline">Restore version</SubmitButton>
          </PostForm>
        )}
      </div>
    </Card>
  );
}

export function WithdrawnNote({
  withdrawn: { message, redirect_to, created_by, created_at },
}: {
  withdrawn: WithdrawnVersion;
}) {
  return (
    <AlertBox variant="warning" title="This version is withdrawn.">
      {redirect_to ? `Requests get version ${redirect_to}. ` : 'Requests are refused. '}
      {message}{' '}
      <span className="text-muted">
        By {created_by ?? 'a former member'}, <DateText iso={created_at} />.
      </span>
    </AlertBox>
  );
}

export function NoDownloads({ to }: { to: string }) {
  return (
    <EmptyState title="No downloads of this version">
      <Link to={to} className="text-accent underline">
        See all versions
      </Link>
    </EmptyState>
  );
}
