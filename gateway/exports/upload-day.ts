/** Creates and uploads the files of one day of a scheduled export. */
import { dayMs } from 'contract/floor/time';
import { eventFileTypes, type EventFileFormat } from 'contract/analytics/events';
import { readS3Uri } from 'contract/rules/s3-location';
import { ExportSelection, isSome, type Chosen } from 'contract/exports/scheduled-exports';
import type { DataProviderService } from '../reports/data-provider/data-provider';
import type { EventReader } from '../events/shape/store';
import { snapshotAt } from '../events/scoped-store';
import { eventRules } from '../reports/funnel/event-rules';
import type { ExportRunRow, Records, ScheduledExportRow } from '../floor/db/schema';
import { artifactsWithImportance, type ArtifactWithImportance } from '../reports/conditions/artifact-importance';
import { ApiError } from '../floor/calls/api-error';
import type { SecretSealer } from '../floor/sealer';
import type { FilePart } from '../floor/csv';
import { withTemporaryFile } from './temporary-file';
import { eventFileParts } from './event-parquet';
import { companyCsv } from './rollup-file';
import type { StorageBucket, Storage } from './storage';

export interface ExportServices {
  records: Records;
  events: EventReader;
  storage: Storage;
  sealer: SecretSealer;
  dataProvider: Pick<DataProviderService, 'profiles'>;
  /** Without a slash at its end. */
  publicUrl: string;
  clock: () => number;
}

export type UploadedDay = Pick<ExportRunRow, 'row_count' | 'byte_count' | 'files'>;

/**
 * `day` is `YYYY-MM-DD`. Replaces files with the same names. Rejects with
 * StorageError or Refusal.
 */
export async function uploadDay(
  parts: ExportServices,
  of: ScheduledExportRow,
  day: string,
  signal: AbortSignal,
): Promise<UploadedDay> {
  let bucket = exportBucket(of, secretOf(parts.sealer, of));
  let { prefix = '' } = readS3Uri(of.s3_uri) ?? {};
  let sent = { row_count: 0, byte_count: 0 };
  let files: string[] = [];
  // Both files have the same events.
  let events = snapshotAt(parts.events, await parts.events.lastEvent(of.owner_id));
  for (let { kind, format, content } of await filesOf({ ...parts, events }, of, day)) {
    let key = objectKey(prefix, `${kind}-scarf-export-${day}-${day}.${format}`);
    await withTemporaryFile(content, async (draft) => {
      await parts.storage.put(bucket, key, { ...draft, type: eventFileTypes[format] }, signal);
      sent.row_count += draft.rows;
      sent.byte_count += draft.bytes;
      files.push(key);
    });
  }
  return { ...sent, files: JSON.stringify(files) };
}

/** `secret` is decrypted. */
export function exportBucket(
  of: Pick<ScheduledExportRow, 's3_uri' | 'region' | 'endpoint' | 'access_key_id'>,
  secret: string,
): StorageBucket {
  let place = readS3Uri(of.s3_uri);
  if (!place) throw new ApiError('invalid-s3-uri', 's3_uri');
  let { region, endpoint, access_key_id: accessKeyId } = of;
  return { endpoint, region, bucket: place.bucket, accessKeyId, secretAccessKey: secret };
}

/** The prefix may be empty. */
export function objectKey(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}/${name}`;
}

function secretOf(sealer: SecretSealer, { id, secret }: ScheduledExportRow): string {
  let opened = sealer.open(secret, id);
  if (opened === undefined) throw new ApiError('export-secret-unreadable');
  return opened;
}

interface DayFile {
  kind: 'events' | 'company-rollups';
  format: EventFileFormat;
  content: AsyncIterable<FilePart>;
}

async function filesOf(parts: ExportServices, of: ScheduledExportRow, day: string): Promise<DayFile[]> {
  let { records, events, dataProvider, publicUrl, clock } = parts;
  let selection = ExportSelection.parse(JSON.parse(of.selection));
  let { package_ids, tracking_pixel_ids, company_domains, filter_id, format } = selection;
  let companies = company_domains.length > 0 ? company_domains : undefined;
  let from = Date.parse(day);
  let range = { from, until: from + dayMs };
  let [artifacts, owner] = await Promise.all([
    artifactsWithImportance(records, of.owner_id),
    ownerOf(records, of.owner_id),
  ]);
  let rules = await eventRules(parts, of.owner_id, { filter_id });
  let files: DayFile[] = [];
  if (isSome(package_ids) || isSome(tracking_pixel_ids)) {
    let sources = [
      { artifactType: 'package' as const, names: namesOf(artifacts.packages, package_ids) },
      { artifactType: 'tracking-pixel' as const, names: namesOf(artifacts.pixels, tracking_pixel_ids) },
    ];
    let variables = selection.variables.length > 0 ? selection.variables : undefined;
    let filters = filter_id === null ? undefined : rules.filters;
    let content = eventFileParts[format](events, { sources, ...range, companies, ...rules, filters, variables });
    files.push({ kind: 'events', format, content });
  }
  if (selection.include_company_rollups) {
    let wanted = companies && new Set(companies);
    let content = companyCsv(events, {
      ...range,
      artifacts,
      ...rules,
      includeLowConfidence: false,
      now: clock(),
      owner,
      publicUrl,
      profiles: await dataProvider.profiles(of.owner_id),
      isWanted: ({ counts }) => wanted?.has(counts.company) ?? true,
    });
    files.push({ kind: 'company-rollups', format: 'csv', content });
  }
  return files;
}

async function ownerOf(records: Records, id: string): Promise<string> {
  let { name } = await records.selectFrom('owners').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return name;
}

/** Names by id, without deleted artifacts. */
function namesOf(known: ArtifactWithImportance[], chosen: Chosen): Map<string, string> {
  let wanted = chosen === 'all' ? known : chosen === 'none' ? [] : known.filter(({ id }) => chosen.includes(id));
  return new Map(wanted.map(({ id, name }) => [id, name]));
}
