import type { SubmissionResult } from '@conform-to/react';
import * as limits from 'contract/floor/limits';
import { textRule } from 'contract/floor/rules';
import { s3Endpoint, s3Region, s3Uri } from 'contract/rules/s3-location';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { SelectField, TextArea, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { Badge, type BadgeColour } from '../../ui/badge';
import { DateText } from '../../ui/day';
import { EmptyState } from '../../ui/empty-state';
import { DateTimeText } from '../../ui/moment';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';
import type { ExportChoices, NamedOption, ExportRunLine, ScheduledExportLine } from './scheduled-exports.server';

const keyPart = textRule(limits.accessKeyMax, 'field-is-required');
const rules = {
  s3_uri: s3Uri,
  region: s3Region,
  endpoint: s3Endpoint,
  access_key_id: keyPart,
  secret_access_key: keyPart,
};

interface ScheduleFormProps {
  choices: ExportChoices;
  lastResult?: SubmissionResult<string[]>;
}

export function ScheduledExportForm({ choices, lastResult }: ScheduleFormProps) {
  let form = useAppForm(lastResult, {
    rules,
    id: 'schedule',
    defaultValue: { packages: 'all', pixels: 'all', format: 'csv' },
  });
  let ticked = lastResult?.initialValue ?? {};
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="s3_uri"
        label="S3 URI"
        placeholder="s3://my-bucket/landfall"
        autoComplete="off"
        spellCheck={false}
        hint="Bucket and optional prefix."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="region" label="Region" placeholder="eu-central-1" autoComplete="off" spellCheck={false} />
        <TextField
          name="endpoint"
          label="Endpoint"
          type="url"
          placeholder="https://s3.example.com"
          autoComplete="off"
          optional
        />
      </div>
      <p className="text-sm text-muted">Leave empty for Amazon S3. Any S3-compatible storage works.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="access_key_id" label="Access key ID" autoComplete="off" spellCheck={false} />
        <TextField name="secret_access_key" label="Secret access key" type="password" autoComplete="off" />
      </div>
      <p className="text-sm text-muted">Needs write access only. Stored encrypted.</p>
      <Which
        name="packages"
        label="Events of packages"
        boxes="package_ids"
        options={choices.packages}
        ticked={ticked}
      />
      <Which name="pixels" label="Events of pixels" boxes="pixel_ids" options={choices.pixels} ticked={ticked} />
      <SelectField name="format" label="Format of events" options={choices.formats} />
      <CheckField name="companies" label="Companies" hint="Adds a CSV file with one line per company." />
      <TextArea
        name="company_domains"
        label="Only these companies"
        rows={2}
        optional
        hint="Comma-separated domains. Empty means all."
      />
      {choices.filters.length > 0 && (
        <SelectField name="filter_id" label="Filter" options={choices.filters} none="None" optional />
      )}
      <div>
        <SubmitButton pending="Testing …">Schedule export</SubmitButton>
      </div>
    </AppForm>
  );
}

interface WhichProps {
  name: 'packages' | 'pixels';
  label: string;
  boxes: string;
  options: readonly NamedOption[];
  ticked: Record<string, unknown>;
}

function Which({ name, label, boxes, options, ticked }: WhichProps) {
  let chosen = new Set([ticked[boxes]].flat());
  let all = [
    { value: 'all', label: `All ${name}, including new ones` },
    { value: 'none', label: `No ${name}` },
    { value: 'chosen', label: 'Selected' },
  ];
  return (
    <div className="flex flex-col gap-2">
      <SelectField name={name} label={label} options={options.length > 0 ? all : all.slice(0, 2)} />
      {options.length > 0 && (
        <details open={ticked[name] === 'chosen'}>
          <summary className="w-fit cursor-pointer text-sm text-muted hover:text-ink">Choose {name}</summary>
          <fieldset className="mt-2 flex max-h-60 flex-col gap-2 overflow-y-auto rounded-md border border-line p-3">
            <legend className="sr-only">{label}</legend>
            {options.map((option) => (
              <label key={option.value} className="flex items-start gap-2 text-sm">
                <input
                  type="checkbox"
                  name={boxes}
                  value={option.value}
                  defaultChecked={chosen.has(option.value)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0 wrap-anywhere">{option.label}</span>
              </label>
            ))}
          </fieldset>
        </details>
      )}
    </div>
  );
}

/** `home`: path of the exports page. */
export function ScheduledExportList({ home, exports }: { home: string; exports: readonly ScheduledExportLine[] }) {
  return (
    <ul className="divide-y divide-line">
      {exports.map(({ id, to, through, what, madeBy, madeAt }) => (
        <li key={id} className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-mono font-medium wrap-anywhere">{to}</p>
            <p className="break-words">{what.join('. ')}.</p>
            <p className="break-words text-muted">{through}</p>
            <p className="text-muted">
              Scheduled by {madeBy} on <DateText iso={madeAt} />
            </p>
          </div>
          <div className="flex gap-2">
            <PostForm action={paths.exportRuns(home, id)} preventScrollReset>
              <SubmitButton size="sm" variant="outline">
                Run now<span className="sr-only"> to {to}</span>
              </SubmitButton>
            </PostForm>
            <PostForm action={paths.exportRemoval(home, id)} preventScrollReset>
              <SubmitButton size="sm" variant="danger-outline">
                Remove<span className="sr-only"> {to}</span>
              </SubmitButton>
            </PostForm>
          </div>
        </li>
      ))}
    </ul>
  );
}

const runColumns: TableColumn[] = [
  { label: 'Day (UTC)' },
  { label: 'Status' },
  { label: 'Files' },
  { label: 'Lines', numeric: true },
  { label: 'Size', numeric: true },
];

export function ExportRunList({ runs }: { runs: readonly ExportRunLine[] }) {
  if (runs.length === 0)
    return <EmptyState title="No daily exports yet">The first one is sent shortly after midnight UTC.</EmptyState>;
  return (
    <Table caption="History of exports" columns={runColumns}>
      {runs.map((run) => (
        <TableRow key={run.id}>
          <TableCell rowHeader>
            <DateText iso={run.date} />
            {run.byHand && <span className="block text-xs font-normal text-muted">Manual run</span>}
          </TableCell>
          <TableCell className="min-w-44">
            <Status run={run} />
          </TableCell>
          <TableCell className="min-w-56">
            {run.files.map((file) => (
              <span key={file} className="block font-mono text-xs wrap-anywhere">
                {file}
              </span>
            ))}
            <span className="block wrap-anywhere text-muted">{run.to}</span>
          </TableCell>
          <TableCell numeric>{run.rows}</TableCell>
          <TableCell numeric>{run.size}</TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

const looks: Record<ExportRunLine['status'], [colour: BadgeColour, words: string]> = {
  waiting: ['yellow', 'Waiting'],
  running: ['blue', 'Running'],
  done: ['green', 'Done'],
  failed: ['red', 'Failed'],
};

function Status({ run: { status, reason, at } }: { run: ExportRunLine }) {
  let [colour, words] = looks[status];
  return (
    <>
      <Badge colour={colour}>{words}</Badge>
      {reason && <span className="mt-1 block">{reason}</span>}
      <span className="mt-1 block text-muted">
        {status === 'waiting' && 'Next attempt '}
        {status === 'running' ? 'Since ' : ''}
        <DateTimeText iso={at} />
      </span>
    </>
  );
}
