/** Scheduled exports: options, posted form, and data of the page. */
import { S3Endpoint, S3Region, S3Uri, text } from 'contract/rules/fields';
import { EventFileFormat } from 'contract/analytics/events';
import { filtersApi } from 'contract/analytics/filters';
import * as limits from 'contract/floor/limits';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import {
  scheduledExportsApi,
  type Chosen,
  type CreateScheduledExport,
  type ExportRun,
  type ExportRunStatus,
  type ScheduledExport,
} from 'contract/exports/scheduled-exports';
import { z } from 'zod';
import { formatCount, formatInteger } from '../../ui/numbers';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';

const runsPerPage = 20;

export interface NamedOption {
  value: string;
  label: string;
}

export interface ExportChoices {
  packages: NamedOption[];
  pixels: NamedOption[];
  filters: NamedOption[];
  formats: NamedOption[];
}

export async function readExportChoices(call: Call, owner: string): Promise<ExportChoices> {
  let all = { params: { owner }, query: { per_page: 'max' } } as const;
  let [packages, pixels, filters] = await Promise.all([
    call(packagesApi.getPackages, all),
    call(pixelsApi.getTrackingPixels, all),
    secondary(
      call(filtersApi.getFilters, {
        params: { owner },
        query: { per_page: 'max', scope: 'adhoc', saved_only: 'true' },
      }),
    ),
  ]);
  return {
    packages: packages.results.map(({ id, name, type }) => ({ value: id, label: `${name} (${type})` })),
    pixels: pixels.results.map(({ id, name }) => ({ value: id, label: name })),
    filters: (filters?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
    formats: Object.entries(formatLabels).map(([value, label]) => ({ value, label })),
  };
}

export interface ScheduledExportLine {
  id: string;
  to: string;
  /** Endpoint and access key id. */
  through: string;
  what: string[];
  madeBy: string;
  madeAt: string;
}

export interface ExportRunLine {
  id: string;
  date: string;
  to: string;
  status: ExportRunStatus;
  byHand: boolean;
  reason: string;
  files: string[];
  rows: string;
  size: string;
  /** End, or next attempt. */
  at: string;
}

export interface ScheduledExportsData {
  exports: ScheduledExportLine[];
  /** Undefined if they could not be loaded. */
  runs: ExportRunLine[] | undefined;
  page: number;
  pages: number;
}

/** `page`: of the run history, from 1. Throws API errors. */
export async function readScheduledExports(
  call: Call,
  owner: string,
  choices: ExportChoices,
  page: number,
): Promise<ScheduledExportsData> {
  let params = { owner };
  let [{ results }, history] = await Promise.all([
    call(scheduledExportsApi.getScheduledExports, { params }),
    secondary(call(scheduledExportsApi.getScheduledExportHistory, { params, query: { per_page: runsPerPage, page } })),
  ]);
  return {
    exports: results.map((row) => scheduleLine(row, choices)),
    runs: history?.results.map(runLine),
    page,
    pages: Math.ceil((history?.total ?? 0) / runsPerPage),
  };
}

function scheduleLine(row: ScheduledExport, choices: ExportChoices): ScheduledExportLine {
  let { endpoint, region, access_key_id, s3_uri } = row.cloud_service_spec;
  return {
    id: row.id,
    to: s3_uri,
    through: `${endpoint}, ${region}, key ${access_key_id}`,
    what: wordsOf(row, choices),
    madeBy: row.created_by ?? 'a former member',
    madeAt: row.created_at,
  };
}

function wordsOf(row: ScheduledExport, { filters }: ExportChoices): string[] {
  let { package_ids, tracking_pixel_ids, company_domains, include_company_rollups, filter_id, variables } = row;
  let events = [chosenWords(package_ids, 'package'), chosenWords(tracking_pixel_ids, 'pixel')].filter(Boolean);
  let filter = filters.find(({ value }) => value === filter_id)?.label ?? 'a deleted filter';
  return [
    ...(events.length > 0 ? [`Events of ${events.join(' and ')}`] : []),
    ...(include_company_rollups ? ['Companies'] : []),
    ...(company_domains.length > 0 ? [`Only ${company_domains.join(', ')}`] : []),
    ...(variables.length > 0 ? [`Only the variables ${variables.join(', ')}`] : []),
    ...(filter_id === null ? [] : [`Filter: ${filter}`]),
    ...(row.format === 'csv' ? [] : [`Format: ${formatLabels[row.format]}`]),
  ];
}

const formatLabels: Record<EventFileFormat, string> = { csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' };

function chosenWords(chosen: Chosen, thing: string): string {
  if (chosen === 'all') return `all ${thing}s`;
  return chosen === 'none' || chosen.length === 0 ? '' : formatCount(chosen.length, thing);
}

function runLine(run: ExportRun): ExportRunLine {
  return {
    id: run.id,
    date: run.date,
    to: run.s3_uri,
    status: run.status,
    byHand: run.cause === 'manual',
    reason: run.reason ?? '',
    files: run.files.map((file) => file.split('/').at(-1) ?? file),
    rows: run.status === 'done' ? formatInteger(run.rows) : '',
    size: run.status === 'done' ? sizeOf(run.bytes) : '',
    at: run.finished_at ?? run.next_attempt_at ?? run.created_at,
  };
}

const units = ['B', 'kB', 'MB', 'GB'] as const;

export function sizeOf(bytes: number): string {
  let step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}

const Which = z.enum(['all', 'none', 'chosen']).default('none');
const Ticked = z.preprocess(
  (v) => (v === undefined ? [] : [v].flat()),
  z.array(z.string()).max(limits.exportedArtifactsMax),
);

export const ScheduledExportInput = z
  .object({
    s3_uri: S3Uri,
    region: S3Region,
    endpoint: S3Endpoint,
    access_key_id: text(limits.accessKeyMax),
    secret_access_key: text(limits.accessKeyMax),
    packages: Which,
    package_ids: Ticked,
    pixels: Which,
    pixel_ids: Ticked,
    companies: z.enum(['on']).optional(),
    company_domains: z.string().trim().max(5_000, 'field-is-too-long').default(''),
    filter_id: z.string().default(''),
    format: EventFileFormat.default('csv'),
  })
  .transform((given, context): z.input<typeof CreateScheduledExport> => {
    let { s3_uri, region, endpoint, access_key_id, secret_access_key } = given;
    let refuse = (field: string) =>
      context.addIssue({ code: 'custom', message: 'export-selection-is-empty', path: [field] });
    if (given.packages === 'chosen' && given.package_ids.length === 0) refuse('packages');
    else if (given.pixels === 'chosen' && given.pixel_ids.length === 0) refuse('pixels');
    else if (given.packages === 'none' && given.pixels === 'none' && !given.companies) refuse('packages');
    return {
      cloud_service_spec: { type: 's3', s3_uri, region, endpoint, access_key_id, secret_access_key },
      package_ids: chosenOf(given.packages, given.package_ids),
      tracking_pixel_ids: chosenOf(given.pixels, given.pixel_ids),
      include_company_rollups: given.companies === 'on',
      company_domains: domainsIn(given.company_domains),
      filter_id: given.filter_id || null,
      format: given.format,
    };
  });

function chosenOf(which: z.output<typeof Which>, ticked: string[]): Chosen {
  return which === 'chosen' ? ticked : which;
}

function domainsIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,]+/).filter(Boolean))];
}
