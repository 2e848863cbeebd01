/** The versions of a package, and a field for one that is not among them. */
import { Form } from '@remix-run/react';
import { figures } from 'contract/analytics/figures';
import * as limits from 'contract/floor/limits';
import { Sparkline } from '../../charts/sparkline';
import { inputClass } from '../../forms/field-frame';
import { PreservedParams } from '../../forms/preserved-params';
import type { SharedReportQuery } from '../../links/query-parameters';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import { EmptyState } from '../../ui/empty-state';
import { named } from '../../ui/name';
import { formatInteger } from '../../ui/numbers';
import { Pager } from '../../ui/pager';
import { RowLink } from '../../ui/row-link';
import { Table, TableCell, TableRow } from '../../ui/table';
import type { VersionPage } from './version-list.server';

const columns = [
  { label: 'Version' },
  { label: 'First download' },
  { label: figures.downloads.label, numeric: true },
  { label: 'Share', numeric: true },
  { label: figures.users.label, numeric: true },
  { label: 'Trend' },
];

interface ListProps {
  list: VersionPage;
  /** The range of its numbers: `Last 28 days`. */
  range: string;
  to: (page: number) => string;
}

export function VersionList({ list: { rows, part, page, pages, unproven }, range, to }: ListProps) {
  if (rows.length === 0 && !unproven?.rows.length)
    return <EmptyState title="No versions yet">Versions appear when they are downloaded.</EmptyState>;
  return (
    <>
      {rows.length > 0 && (
        <Card flush title={range} description="See who downloaded a version, or withdraw it.">
          <VersionTable
            caption={`Versions, the newest first${part && `: ${part}`}`}
            showCaption={part !== ''}
            rows={rows}
          />
          {pages > 1 && (
            <div className="py-4">
              <Pager page={page} pages={pages} to={to} />
            </div>
          )}
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
    <Table caption={caption} showCaption={showCaption} columns={columns}>
      {rows.map(({ version, first, downloads, share, users, spark, mark, to }) => (
        <TableRow key={version}>
          <TableCell rowHeader>
            <span className="flex flex-wrap items-center gap-2">
              <RowLink to={to}>{version}</RowLink>
              {mark && <Badge colour={mark === 'Withdrawn' ? 'red' : 'yellow'}>{mark}</Badge>}
            </span>
          </TableCell>
          <TableCell className="whitespace-nowrap">
            {first ? <DateText iso={first} /> : <span className="text-muted">None</span>}
          </TableCell>
          <TableCell numeric>{downloads}</TableCell>
          <TableCell numeric>{share}</TableCell>
          <TableCell numeric>{users}</TableCell>
          <TableCell className="min-w-28 sm:w-36">
            {spark && <Sparkline data={spark} className="inline-block h-6 w-28 sm:w-full" />}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

interface FormProps {
  action: string;
  /** What links between reports keep. */
  kept: SharedReportQuery;
}

/** Leads to a version that is not in the list. */
export function VersionForm({ action, kept }: FormProps) {
  return (
    <Card title="Look up a version" description={named`Such as ${'2.0.1'}, or ${'2.x'} for a whole major version.`}>
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
