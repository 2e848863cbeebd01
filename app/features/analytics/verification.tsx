/** Report verification page: form, results, CLI commands. */
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { CliCommand, Verification, VerificationData } from './verification.server';

const columns = [
  { label: 'Number' },
  { label: 'Result' },
  { label: 'In the report', numeric: true },
  { label: 'From raw events', numeric: true },
];

export function VerificationProgress({ check, refresh }: { check: Verification; refresh: string }) {
  return (
    <Card
      title="Checking"
      actions={
        <LinkButton to={refresh} variant="outline" size="sm" preventScrollReset>
          Refresh
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-2" role="status">
        <progress max={1} value={check.done} aria-label="Progress" className="h-2 w-full max-w-xl" />
        <p className="text-sm text-muted">
          {check.progress} of the events are counted. You can leave this page and come back.
        </p>
      </div>
    </Card>
  );
}

export function VerificationResult({ recount }: { recount: VerificationData }) {
  let { events, decisions, figures, differing, kinds } = recount;
  if (figures === 0) return <p>Nothing to count. Choose packages or pixels in the report first.</p>;
  return (
    <>
      {differing === 0 && decisions.isEqual ? (
        <AlertBox variant="success" title={`All ${figures} numbers match`}>
          {events} read, counted one by one.
        </AlertBox>
      ) : (
        <AlertBox
          variant="warning"
          title={differing > 0 ? `${differing} of ${figures} numbers differ` : 'Some repeats are stored wrongly'}
        >
          {events} read, counted one by one. Contact your administrator.
        </AlertBox>
      )}
      <Card title="Repeats" description="Checks again which requests count and which repeat an earlier one.">
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
      <Card title="What is not checked">
        <p className="max-w-prose text-sm">
          The report and this check read the same event store. Events that are missing or were changed there look
          correct to both; compare with your server logs or the registry to find those. Importance, funnel stage, names
          of packages and pixels, and the order of events are not checked. In the first 30 seconds of the range, repeats
          are taken as stored, because they depend on earlier requests.
        </p>
      </Card>
    </>
  );
}

export function CliVerification({ commands }: { commands: readonly CliCommand[] }) {
  return (
    <Card
      title="Run locally"
      description="Run these in a copy of the source. LANDFALL_TOKEN is an API token with export permission."
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
