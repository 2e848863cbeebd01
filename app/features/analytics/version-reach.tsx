/** The versions of a package, and who downloaded one. */
import { Form, Link } from '@remix-run/react';
import { figures } from 'contract/analytics/figures';
import * as limits from 'contract/floor/limits';
import { BarList } from '../../charts/bar-list';
import { inputClass } from '../../forms/field-frame';
import { PreservedParams } from '../../forms/preserved-params';
import type { SharedReportQuery } from '../../links/query-parameters';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { Facts } from '../../ui/description-list';
import { EmptyState } from '../../ui/empty-state';
import { DateTimeText } from '../../ui/moment';
import { formatInteger } from '../../ui/numbers';
import { Pager } from '../../ui/pager';
import { RowLink } from '../../ui/row-link';
import { Table, TableCell, TableRow } from '../../ui/table';
import { CompanyTable } from './company-table';
import { TotalCards } from './report-summary';
import type { RefusedRequests, VersionPage, VersionReach } from './version-reach.server';

const versionColumns = [
  { label: 'Version' },
  { label: 'Downloads', numeric: true },
  { label: figures.users.label, numeric: true },
];

interface ListProps {
  list: VersionPage;
  to: (page: number) => string;
}

export function VersionList({ list: { rows, part, page, pages, unproven }, to }: ListProps) {
  if (rows.length === 0 && !unproven?.rows.length)
    return <EmptyState title="No versions yet">Versions appear when they are downloaded.</EmptyState>;
  return (
    <>
      {rows.length > 0 && (
        <Card flush>
          <VersionTable
            caption={`Versions, the newest first${part && `: ${part}`}`}
            showCaption={part !== ''}
            rows={rows}
          />
          <Pager page={page} pages={pages} to={to} />
        </Card>
      )}
      {unproven && unproven.rows.length > 0 && (
        <Card
          flush
          title="Not confirmed"
          description={
            'Requested by fewer than three networks, or on one day only. The gateway cannot see whether they exist, so they are on no public page and never called the newest.' +
            (unproven.more > 0 ? ` ${formatInteger(unproven.more)} more are not listed.` : '')
          }
        >
          <VersionTable caption="Versions that are not confirmed" rows={unproven.rows} />
        </Card>
      )}
    </>
  );
}

interface TableProps {
  caption: string;
  showCaption?: boolean;
  rows: VersionPage['rows'];
}

function VersionTable({ caption, showCaption = false, rows }: TableProps) {
  return (
    <Table caption={caption} showCaption={showCaption} columns={versionColumns}>
      {rows.map(({ version, downloads, users, mark, to }) => (
        <TableRow key={version}>
          <TableCell rowHeader>
            <span className="flex flex-wrap items-center gap-2">
              <RowLink to={to}>{version}</RowLink>
              {mark && <Badge colour={mark === 'Withdrawn' ? 'red' : 'yellow'}>{mark}</Badge>}
            </span>
          </TableCell>
          <TableCell numeric>{downloads}</TableCell>
          <TableCell numeric>{users}</TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

/** Leads to a version that is not in the list. */
/** `kept`: what links between reports keep. */
export function VersionForm({ action, kept }: { action: string; kept: SharedReportQuery }) {
  return (
    <Card
      title="Another version"
      description="One that was never downloaded, or 2.x for all versions that start with 2."
    >
      <Form method="get" action={action} className="flex max-w-md gap-2">
        <PreservedParams kept={kept} />
        <input
          name="version"
          maxLength={limits.versionMax}
          aria-label="Version"
          placeholder="2.0.1"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={inputClass}
        />
        <Button type="submit" variant="outline">
          Show
        </Button>
      </Form>
    </Card>
  );
}

interface ReachProps {
  found: VersionReach;
}

export function Reach({ found }: ReachProps) {
  let { recent } = found;
  let counted = { valueLabel: figures.downloads.label, innerLabel: figures.users.label };
  return (
    <>
      <TotalCards cards={found.cards} comparedWith="" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Card
            title={recent ? 'Still downloaded?' : 'Before the withdrawal'}
            {...(recent && { description: 'The last 7 days.' })}
          >
            <Facts
              facts={[
                ...(recent
                  ? [
                      { label: 'Downloads', value: recent.downloads },
                      { label: 'Companies', value: recent.companies || 'None' },
                    ]
                  : []),
                { label: 'First download', value: <DateTimeText iso={found.first} /> },
                { label: 'Latest download', value: <DateTimeText iso={found.last} /> },
              ]}
            />
          </Card>
          <Card
            title="Disclosure text"
            description="All downloads to date, for an advisory or a report to an authority."
          >
            <CopyText text={found.disclosure} label="disclosure text" wrap />
          </Card>
        </div>
        <Card title="People and CI">
          <BarList bars={found.audiences} title="People and CI" nameLabel="Audience" {...counted} />
        </Card>
      </div>
      <CompanyTable companies={found.companies} withDownloads withViews={false} />
      <Card title="Countries">
        <BarList bars={found.countries} title="Countries" nameLabel="Country" {...counted} />
      </Card>
    </>
  );
}

/** Requests for a version since it is withdrawn. */
export function Refused({ refused: { all, last, recent, companies } }: { refused: RefusedRequests }) {
  return (
    <Card title="Still requested?" description="Requests that were refused; companies of the last 7 days.">
      <Facts
        facts={[
          { label: 'Last 7 days', value: recent },
          { label: 'Companies', value: companies || 'None' },
          { label: 'In all', value: all },
          { label: 'Latest', value: last ? <DateTimeText iso={last} /> : 'None' },
        ]}
      />
    </Card>
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
