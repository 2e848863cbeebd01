import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { importFileBytesMax, importHistoryDays } from 'contract/floor/limits';
import { inputClass } from '../../forms/field-frame';
import { openedAsField } from '../../session/opened-as';
import { SubmitButton } from '../../forms/submit';
import { useSiteData } from '../../shell/use-page';
import { Badge, type BadgeColour } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { DateTimeText } from '../../ui/moment';
import { formatInteger, formatPercent } from '../../ui/numbers';
import { PageTitle } from '../../ui/page-title';
import { Stack } from '../../ui/stack';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';
import type { ImportLine, readImportsPage, uploadImport } from './imports.server';
import { paths } from '../../links/paths';

const columns: TableColumn[] = [
  { label: 'File' },
  { label: 'Sent' },
  { label: 'Status' },
  { label: 'Rows', numeric: true },
  { label: 'Stored', numeric: true },
  { label: 'Refused', numeric: true },
];

export function ImportsPage() {
  let { lines, imports, first, last } = useLoaderData<typeof readImportsPage>();
  let refused = useActionData<typeof uploadImport>()?.refused;
  return (
    <Stack>
      <PageTitle
        title="Imports"
        description={
          <>
            Import past data.{' '}
            <Link to={paths.docs('exports')} className="text-accent underline">
              Supported formats
            </Link>
          </>
        }
      />
      <Card
        title="Upload a file"
        description={`At most ${importFileBytesMax / 2 ** 20} MB, plain or gzip. Preview before importing.`}
      >
        <UploadForm refused={refused} />
      </Card>
      <Card title="Earlier imports" description={`Last ${importHistoryDays} days, newest first.`} flush>
        {lines.length > 0 ? (
          <Table caption="Imports" columns={columns}>
            {lines.map((line) => (
              <ImportRow key={line.id} line={line} />
            ))}
          </Table>
        ) : (
          <EmptyState title="No imports yet">Upload a file above.</EmptyState>
        )}
      </Card>
      {(last || !first) && (
        <nav aria-label="Pages" className="flex justify-center gap-3">
          {!first && (
            <LinkButton to={imports} variant="outline" size="sm">
              Newest
            </LinkButton>
          )}
          {last && (
            <LinkButton to={`${imports}?after=${last}`} variant="outline" size="sm">
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </Stack>
  );
}

/** A plain form: the browser streams the file and shows its progress. */
function UploadForm({ refused }: { refused: string | undefined }) {
  // In the query, because the file is forwarded before later fields are read.
  let openedAs = useSiteData()?.openedAs ?? undefined;
  return (
    <Form
      method="post"
      action={openedAs && `?${new URLSearchParams({ [openedAsField]: openedAs }).toString()}`}
      encType="multipart/form-data"
      noValidate
      reloadDocument
      className="flex max-w-2xl flex-col gap-4"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <label htmlFor="file" className="text-sm font-medium">
          File
        </label>
        <p id="file-hint" className="text-sm text-muted">
          Events exported by Landfall (CSV, NDJSON) or by Scarf (CSV), or an access log of nginx, Apache, Nginx Proxy
          Manager, Traefik, Caddy, IIS, Nexus, Artifactory, CloudFront, an AWS load balancer, S3, Google Cloud Storage,
          Cloudflare or Fastly.
        </p>
        <input
          id="file"
          name="file"
          type="file"
          required
          aria-describedby={refused ? 'file-hint file-error' : 'file-hint'}
          aria-invalid={refused ? true : undefined}
          className={inputClass}
        />
        {refused && (
          <p id="file-error" className="field-error text-sm font-medium text-bad">
            {refused}
          </p>
        )}
      </div>
      <div>
        <SubmitButton pending="Sending …">Upload</SubmitButton>
      </div>
    </Form>
  );
}

function ImportRow({ line }: { line: ImportLine }) {
  return (
    <TableRow>
      <TableCell rowHeader className="min-w-36 wrap-anywhere">
        <Link to={line.to}>{line.name}</Link>
      </TableCell>
      <TableCell>
        <DateTimeText iso={line.created_at} />
        <span className="block text-muted">by {line.created_by}</span>
      </TableCell>
      <TableCell>
        <ImportStatusBadge line={line} />
      </TableCell>
      <TableCell numeric>{formatInteger(line.total)}</TableCell>
      <TableCell numeric>{formatInteger(line.stored)}</TableCell>
      <TableCell numeric>{formatInteger(line.refused)}</TableCell>
    </TableRow>
  );
}

const statuses: Record<ImportLine['status'], { label: string; colour: BadgeColour }> = {
  uploaded: { label: 'Not started', colour: 'yellow' },
  importing: { label: 'Importing', colour: 'blue' },
  done: { label: 'Done', colour: 'green' },
  aborted: { label: 'Canceled', colour: 'default' },
  failed: { label: 'Failed', colour: 'red' },
  others: { label: 'Unknown', colour: 'default' },
};

export function ImportStatusBadge({ line: { status, done } }: { line: Pick<ImportLine, 'status' | 'done'> }) {
  let { label, colour } = statuses[status];
  return (
    <Badge colour={colour}>
      {label}
      {status === 'importing' && ` ${formatPercent(Math.min(done, 0.999), 1) || '0%'}`}
    </Badge>
  );
}
