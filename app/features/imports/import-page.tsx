/** The page of one import: its preview, its progress, and what became of it. */
import { useActionData, useLoaderData, useRevalidator } from '@remix-run/react';
import type { EventImport, ImportPreview } from 'contract/exports/event-imports';
import { useEffect } from 'react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import type { Refused } from '../../forms/read-form.server';
import { SubmitButton } from '../../forms/submit';
import { Alert } from '../../ui/alert';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/description-list';
import { Moment } from '../../ui/moment';
import { counted, exact } from '../../ui/numbers';
import { PageTitle } from '../../ui/page-title';
import { Stack } from '../../ui/stack';
import { Cell, type Column, role, Row, Table } from '../../ui/table';
import { ImportStatus } from './imports-list';
import type { importPage } from './imports.server';

const againAfterMs = 2_000;

/** What formats of files are called. */
const formatNames: Record<EventImport['format'], string> = {
  'events-csv': 'events exported by Landfall, CSV',
  'events-ndjson': 'events exported by Landfall, NDJSON',
  'hosted-csv': 'raw events exported by the hosted product, CSV',
  'log-combined': 'access log of nginx or Apache, combined',
  'log-caddy': 'access log of Caddy, JSON lines',
  'log-nginx-json': 'access log of nginx, JSON lines',
  'log-cloudfront': 'access log of CloudFront, columns',
  'log-cloudflare': 'access log of Cloudflare, JSON lines',
  'log-fastly': 'access log of Fastly, JSON lines',
  'log-s3': 'server access log of S3',
  others: 'unknown',
};

/** The page of one import. */
export function ImportPage() {
  let { line, imports, format, reason, errors, errorsTo, preview, refused } = useLoaderData<typeof importPage>();
  useRevalidation(line.status === 'importing');
  return (
    <Stack>
      <PageTitle
        title={<span className="break-all">{line.name}</span>}
        description={
          <>
            Sent <Moment iso={line.created_at} /> by {line.created_by}
          </>
        }
        actions={
          <LinkButton to={imports} variant="outline" size="sm">
            All imports
          </LinkButton>
        }
      />
      {(reason || refused) && <Alert variant="danger">{reason || refused}</Alert>}
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
          title="Refused rows"
          description={
            errors.length < line.refused ? `The first ${errors.length} of ${exact(line.refused)}.` : undefined
          }
          actions={
            <LinkButton to={errorsTo} reloadDocument variant="outline" size="sm">
              Download errors
            </LinkButton>
          }
          flush
        >
          <Table caption="Rows that were refused" columns={errorColumns}>
            {errors.map((error, i) => (
              <Row key={i}>
                <Cell numeric rowHeader>
                  {exact(error.line)}
                </Cell>
                <Cell className="font-mono">{error.field}</Cell>
                <Cell>{error.message}</Cell>
              </Row>
            ))}
          </Table>
        </Card>
      )}
      <p className="text-sm text-muted">Format: {formatNames[format]}</p>
    </Stack>
  );
}

/** Asks again while an import runs. */
function useRevalidation(isRunning: boolean): void {
  let { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isRunning || state !== 'idle') return;
    let timer = setTimeout(revalidate, againAfterMs);
    return () => clearTimeout(timer);
  }, [isRunning, revalidate, state]);
}

const errorColumns: Column[] = [{ label: 'Line', numeric: true }, { label: 'Column' }, { label: 'Error' }];

function ProgressCard() {
  let { line } = useLoaderData<typeof importPage>();
  let isRunning = line.status === 'importing';
  let form = useAppForm(null, { id: 'abort' });
  return (
    <Card
      title={
        <span className="flex items-center gap-3">
          Progress <ImportStatus line={line} />
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
        {isRunning && (
          <progress
            max={1}
            value={line.done}
            aria-label="Part of the file that is done"
            className="h-2 w-full max-w-xl"
          />
        )}
        <Facts
          facts={[
            { label: 'Rows', value: exact(line.total) },
            {
              label: 'Stored',
              value: `${exact(line.stored)}${line.known > 0 ? `, ${exact(line.known)} of them before` : ''}`,
            },
            { label: 'Left out', value: exact(line.leftOut) },
            { label: 'Refused', value: exact(line.refused) },
          ]}
        />
        {isRunning && (
          <AppForm form={form}>
            <FormError />
            <p className="text-sm text-muted">
              It goes on when you leave this page. What is stored stays after an abort.
            </p>
            <div>
              <SubmitButton variant="danger-outline" name="abort" value="yes">
                Abort import
              </SubmitButton>
            </div>
          </AppForm>
        )}
      </div>
    </Card>
  );
}

const previewColumns: Column[] = [
  { label: 'Line', numeric: true },
  { label: 'Becomes' },
  { label: 'Time' },
  { label: 'Version' },
  { label: 'Client' },
  { label: 'Platform' },
  { label: 'Country' },
];

function Preview({ preview }: { preview: ImportPreview }) {
  let { looked_at, events, left_out, errors, ignored_addresses, artifacts, rows } = preview;
  return (
    <Card
      title="Preview"
      description={`Of the first ${counted(looked_at, 'row')}, ${exact(events)} would become events, ${exact(left_out)} would be left out, and ${exact(errors)} would be refused.`}
      flush
    >
      {ignored_addresses > 0 && (
        <p className="px-4 pb-3 text-sm text-muted sm:px-5">
          {counted(ignored_addresses, 'row')} {ignored_addresses === 1 ? 'has' : 'have'} a forwarded address that is not
          used, because the sender is not a proxy of a private network and anyone can send one. If these senders are
          your proxies, let your server log the address of the visitor.
        </p>
      )}
      {artifacts.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-3 text-sm sm:px-5" aria-label="Packages and pixels">
          {artifacts.map(({ kind, name, events: count }) => (
            <li key={`${kind} ${name}`} className="break-all">
              <span className="text-muted">{kind}</span> <span className="font-mono">{name}</span>: {exact(count)}
            </li>
          ))}
        </ul>
      )}
      <Table caption="What rows become" columns={previewColumns}>
        {rows.map((row) => (
          <Row key={row.line}>
            <Cell numeric rowHeader>
              {exact(row.line)}
            </Cell>
            {row.outcome === 'event' ? (
              <>
                <Cell className="min-w-36 break-all">
                  <span className="font-mono">{row.artifact}</span>
                  <span className="block text-muted">{row.type}</span>
                </Cell>
                <Cell>{row.time && <Moment iso={row.time} />}</Cell>
                <Cell className="break-all">{row.version}</Cell>
                <Cell>{row.client}</Cell>
                <Cell>{row.platform}</Cell>
                <Cell>{row.country}</Cell>
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
          </Row>
        ))}
      </Table>
    </Card>
  );
}

function StartCard({ canStart }: { canStart: boolean }) {
  let { options, isLog } = useLoaderData<typeof importPage>();
  let refused = useActionData<Refused>();
  let form = useAppForm(refused?.lastResult, { id: 'start', defaultValue: { ...options } });
  return (
    <Card title="Start" description="The file is deleted when the import ends, and a day after it was sent otherwise.">
      <div className="max-w-2xl">
        <AppForm form={form}>
          <FormError />
          <TextField
            name="source"
            label="Source"
            hint="A name for where the file is from, such as server-2. Equal lines of two sources are two events."
            autoComplete="off"
            spellCheck={false}
            optional
          />
          {isLog && (
            <TextField
              name="host"
              label="Host"
              hint="Where the files of this log were downloaded from, such as files.example.com. Requests to other hosts are left out."
              autoComplete="off"
              spellCheck={false}
              optional
            />
          )}
          <div className="flex flex-wrap gap-3">
            {isLog && (
              <Button type="submit" variant="outline" formMethod="get">
                Show preview again
              </Button>
            )}
            {canStart && <SubmitButton pending="Starting …">Start import</SubmitButton>}
            <SubmitButton variant="outline" name="abort" value="yes">
              Discard file
            </SubmitButton>
          </div>
        </AppForm>
      </div>
    </Card>
  );
}
