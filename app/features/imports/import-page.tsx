/** One import: preview, progress, result. */
import { useActionData, useLoaderData, useRevalidator } from '@remix-run/react';
import type { EventImport, ImportPreview } from 'contract/exports/event-imports';
import { useEffect } from 'react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import type { RejectedForm } from '../../forms/read-form.server';
import { SubmitButton } from '../../forms/submit';
import { AlertBox } from '../../ui/alert';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/description-list';
import { DateTimeText } from '../../ui/moment';
import { Name } from '../../ui/name';
import { formatCount, formatInteger } from '../../ui/numbers';
import { PageTitle } from '../../ui/page-title';
import { Stack } from '../../ui/stack';
import { TableCell, type TableColumn, role, TableRow, Table } from '../../ui/table';
import { ImportStatusBadge } from './imports-list';
import type { readImportPage } from './imports.server';

const againAfterMs = 2_000;

const formatNames: Record<EventImport['format'], string> = {
  'events-csv': 'events exported by Landfall, CSV',
  'events-ndjson': 'events exported by Landfall, NDJSON',
  'hosted-csv': 'raw events exported by Scarf, CSV',
  'log-combined': 'access log, combined (nginx, Apache, Traefik, Nexus and others)',
  'log-caddy': 'access log of Caddy, JSON lines',
  'log-nginx-json': 'access log of nginx, JSON lines',
  'log-cloudfront': 'access log of CloudFront, columns',
  'log-cloudflare': 'access log of Cloudflare, JSON lines',
  'log-fastly': 'access log of Fastly, JSON lines',
  'log-s3': 'server access log of S3',
  'log-traefik': 'access log of Traefik, JSON lines',
  'log-proxy-manager': 'access log of Nginx Proxy Manager',
  'log-artifactory': 'request log of Artifactory',
  'log-alb': 'access log of an AWS load balancer',
  'log-gcs': 'usage log of Google Cloud Storage',
  'log-iis': 'access log of IIS, columns',
  others: 'unknown',
};

export function ImportPage() {
  let { line, imports, format, reason, errors, errorsTo, preview, refused } = useLoaderData<typeof readImportPage>();
  useRevalidation(line.status === 'importing');
  return (
    <Stack>
      <PageTitle
        title={<Name>{line.name}</Name>}
        description={
          <>
            Sent <DateTimeText iso={line.created_at} /> by {line.created_by}
          </>
        }
        actions={
          <LinkButton to={imports} variant="outline" size="sm">
            All imports
          </LinkButton>
        }
      />
      {(reason || refused) && <AlertBox variant="danger">{reason || refused}</AlertBox>}
      {line.status === 'uploaded' ? (
        <>
          {preview && <Preview preview={preview} />}
          <StartCard canStart={preview !== null && preview.events > 0} />
        </>
      ) : (
        <ProgressCard />
      )}
      {errors.length > 0 && line.status !== 'uploaded' && (
        <Card
          title="Rejected rows"
          description={
            errors.length < line.refused ? `The first ${errors.length} of ${formatInteger(line.refused)}.` : undefined
          }
          actions={
            <LinkButton to={errorsTo} reloadDocument variant="outline" size="sm">
              Download errors
            </LinkButton>
          }
          flush
        >
          <Table caption="Rejected rows" columns={errorColumns}>
            {errors.map((error, i) => (
              <TableRow key={i}>
                <TableCell numeric rowHeader>
                  {formatInteger(error.line)}
                </TableCell>
                <TableCell className="font-mono">{error.field}</TableCell>
                <TableCell>{error.message}</TableCell>
              </TableRow>
            ))}
          </Table>
        </Card>
      )}
      <p className="text-sm text-muted">Format: {formatNames[format]}</p>
    </Stack>
  );
}

/** Polls while the import runs. */
function useRevalidation(isRunning: boolean): void {
  let { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isRunning || state !== 'idle') return;
    let timer = setTimeout(revalidate, againAfterMs);
    return () => clearTimeout(timer);
  }, [isRunning, revalidate, state]);
}

const errorColumns: TableColumn[] = [{ label: 'Line', numeric: true }, { label: 'Column' }, { label: 'Error' }];

function ProgressCard() {
  let { line } = useLoaderData<typeof readImportPage>();
  let isRunning = line.status === 'importing';
  let form = useAppForm(null, { id: 'abort' });
  return (
    <Card
      title={
        <span className="flex items-center gap-3">
          Progress <ImportStatusBadge line={line} />
        </span>
      }
      actions={
        isRunning && (
          <LinkButton to={line.to} variant="outline" size="sm" preventScrollReset>
            Refresh
          </LinkButton>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {isRunning && <progress max={1} value={line.done} aria-label="Progress" className="h-2 w-full max-w-xl" />}
        <Facts
          facts={[
            { label: 'Rows', value: formatInteger(line.total) },
            {
              label: 'Stored',
              value: `${formatInteger(line.stored)}${line.known > 0 ? `, ${formatInteger(line.known)} of them before` : ''}`,
            },
            { label: 'Skipped', value: formatInteger(line.leftOut) },
            { label: 'Refused', value: formatInteger(line.refused) },
          ]}
        />
        {isRunning && (
          <AppForm form={form}>
            <FormError />
            <p className="text-sm text-muted">You can leave this page. Canceling keeps imported rows.</p>
            <div>
              <SubmitButton variant="danger-outline" name="abort" value="yes">
                Cancel import
              </SubmitButton>
            </div>
          </AppForm>
        )}
      </div>
    </Card>
  );
}

const previewColumns: TableColumn[] = [
  { label: 'Line', numeric: true },
  { label: 'Becomes' },
  { label: 'Time' },
  { label: 'Version' },
  { label: 'Client' },
  { label: 'Platform' },
  { label: 'Country' },
];

function Preview({ preview }: { preview: ImportPreview }) {
  let { looked_at, events, left_out, errors, ignored_addresses, without_agent, artifacts, rows } = preview;
  return (
    <Card
      title="Preview"
      description={`Of the first ${formatCount(looked_at, 'row')}, ${formatInteger(events)} become events, ${formatInteger(left_out)} are skipped, and ${formatInteger(errors)} are rejected.`}
      flush
    >
      {ignored_addresses > 0 && (
        <p className="px-4 pb-3 text-sm text-muted sm:px-6">
          {formatCount(ignored_addresses, 'row')} {ignored_addresses === 1 ? 'has' : 'have'} a forwarded IP address that
          is ignored, because the sender is not a proxy on a private network. If these senders are your proxies, log the
          visitor’s IP address instead.
        </p>
      )}
      {without_agent > 0 && (
        <p className="px-4 pb-3 text-sm text-muted sm:px-6">
          {without_agent < events
            ? formatCount(without_agent, 'request')
            : events === 1
              ? 'This request'
              : 'These requests'}{' '}
          {without_agent === 1 ? 'has' : 'have'} no user agent, so the client stays unknown and bots are not recognized.
          Check that your log has user agents.
        </p>
      )}
      {artifacts.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-3 text-sm sm:px-6" aria-label="Packages and pixels">
          {artifacts.map(({ kind, name, events: count }) => (
            <li key={`${kind} ${name}`} className="wrap-anywhere">
              <span className="text-muted">{kind}</span> <span className="font-mono">{name}</span>:{' '}
              {formatInteger(count)}
            </li>
          ))}
        </ul>
      )}
      <Table caption="Imported as" columns={previewColumns}>
        {rows.map((row) => (
          <TableRow key={row.line}>
            <TableCell numeric rowHeader>
              {formatInteger(row.line)}
            </TableCell>
            {row.outcome === 'event' ? (
              <>
                <TableCell className="min-w-36 wrap-anywhere">
                  <span className="font-mono">{row.artifact}</span>
                  <span className="block text-muted">{row.type}</span>
                </TableCell>
                <TableCell>{row.time && <DateTimeText iso={row.time} />}</TableCell>
                <TableCell className="wrap-anywhere">{row.version}</TableCell>
                <TableCell>{row.client}</TableCell>
                <TableCell>{row.platform}</TableCell>
                <TableCell>{row.country}</TableCell>
              </>
            ) : (
              <td
                {...role('cell')}
                colSpan={6}
                className={row.outcome === 'error' ? 'px-3 py-2 text-bad' : 'px-3 py-2 text-muted'}
              >
                {row.outcome === 'error' ? 'Refused: ' : 'Left out: '}
                {row.message}
              </td>
            )}
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

function StartCard({ canStart }: { canStart: boolean }) {
  let { options, isLog } = useLoaderData<typeof readImportPage>();
  let refused = useActionData<RejectedForm>();
  let form = useAppForm(refused?.lastResult, { id: 'start', defaultValue: { ...options } });
  return (
    <Card title="Start" description="The file is deleted after the import, or after one day.">
      <div className="max-w-2xl">
        <AppForm form={form}>
          <FormError />
          <TextField
            name="source"
            label="Source"
            hint="Where the file comes from, such as server-2. Identical lines of different sources count separately."
            autoComplete="off"
            spellCheck={false}
            optional
          />
          {isLog && (
            <TextField
              name="host"
              label="Host"
              hint="The host of this log, such as files.example.com. Requests to other hosts are skipped."
              autoComplete="off"
              spellCheck={false}
              optional
            />
          )}
          <div className="flex flex-wrap gap-3">
            {isLog && (
              <Button type="submit" variant="outline" formMethod="get">
                Update preview
              </Button>
            )}
            {canStart && <SubmitButton pending="Starting …">Start import</SubmitButton>}
            <SubmitButton variant="outline" name="abort" value="yes">
              Delete file
            </SubmitButton>
          </div>
        </AppForm>
      </div>
    </Card>
  );
}
