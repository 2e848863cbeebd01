/** Report verification page: form, results, CLI commands. */
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PreservedParams } from '../../forms/preserved-params';
import { paths, type ReportQuery } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { CliCommand, VerificationData } from './verification.server';

interface RecountFormProps {
  owner: string;
  kept: ReportQuery;
  range: ReactNode;
}

export function VerificationForm({ owner, kept, range }: RecountFormProps) {
  return (
    <Form
      method="get"
      action={paths.analyticsRecount(owner)}
      aria-label="Report"
      className="flex flex-wrap items-end gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <PreservedParams kept={kept} />
      {range}
      <Button type="submit" variant="outline">
        Count again
      </Button>
    </Form>
  );
}

const columns = [
  { label: 'Figure' },
  { label: 'Result' },
  { label: 'Shown by the report', numeric: true },
  { label: 'Counted from events', numeric: true },
];

export function VerificationResult({ recount }: { recount: VerificationData }) {
  let { events, decisions, figures, differing, kinds } = recount;
  if (figures === 0) return <p>There is nothing to count: choose packages or pixels in the report first.</p>;
  return (
    <>
      {differing === 0 && decisions.isEqual ? (
        <AlertBox variant="success" title={`All ${figures} figures are equal`}>
          {events} read, counted one by one.
        </AlertBox>
      ) : (
        <AlertBox
          variant="warning"
          title={differing > 0 ? `${differing} of ${figures} figures differ` : 'Some repeats are stored wrongly'}
        >
          {events} read, counted one by one. Contact your administrator.
        </AlertBox>
      )}
      <Card title="Repeats" description="Whether each request counts or repeats an earlier one, decided again.">
        <div className="flex flex-wrap items-center gap-2">
          <Badge colour={decisions.isEqual ? 'green' : 'red'}>{decisions.isEqual ? 'Equal' : 'Different'}</Badge>
          <span>{decisions.requests}</span>
        </div>
        {decisions.where.length > 0 && (
          <ul className="mt-2 flex flex-col gap-0.5">
            {decisions.where.map((place) => (
              <li key={place} className="break-words">
                {place}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {kinds.map(({ title, rows }) => (
        <Card key={title} title={title} flush>
          <Table caption={`${title}, shown and counted`} columns={columns}>
            {rows.map(({ figure, shown, counted, isEqual, where }) => (
              <TableRow key={figure}>
                <TableCell rowHeader className="min-w-40">
                  {figure}
                </TableCell>
                <TableCell className={where.length > 0 ? 'min-w-64' : undefined}>
                  <Badge colour={isEqual ? 'green' : 'red'}>{isEqual ? 'Equal' : 'Different'}</Badge>
                  {where.length > 0 && (
                    <ul className="mt-1 flex flex-col gap-0.5">
                      {where.map((place) => (
                        <li key={place} className="break-words">
                          {place}
                        </li>
                      ))}
                    </ul>
                  )}
                </TableCell>
                <TableCell numeric>{shown}</TableCell>
                <TableCell numeric>{counted}</TableCell>
              </TableRow>
            ))}
          </Table>
        </Card>
      ))}
      <Card title="What this check cannot see">
        <p className="text-sm">
          The report and the check read the same event store. Events that are missing in it, or that were changed in it
          before, look correct to both. To find those, compare with your server logs or the registry. Numbers by
          importance and by funnel stage, names of packages and pixels, and the order of events are not checked. Whether
          a request of the first 30 seconds of the range is a repeat depends on requests before it, and is taken as it
          is stored.
        </p>
      </Card>
    </>
  );
}

export function CliVerification({ commands }: { commands: readonly CliCommand[] }) {
  return (
    <Card
      title="Count at home"
      description="Run these in a copy of the source, with an API token that can export in LANDFALL_TOKEN."
    >
      <div className="flex flex-col gap-4">
        {commands.map(({ label, command }) => (
          <div key={label} className="flex flex-col gap-1">
            <h3 className="text-sm font-medium">{label}</h3>
            <CopyText text={command} label={label} wrap />
          </div>
        ))}
      </div>
    </Card>
  );
}
