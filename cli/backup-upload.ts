/** Uploads a backup to an S3 bucket. */
import path from 'node:path';
import { amazonEndpoint, readS3Uri } from 'contract/rules/s3-location';
import { objectKey } from 'gateway/exports/upload-day';
import { createStorage, type StorageBucket } from 'gateway/exports/storage';
import { checksumFile } from './backup-files';
import { manifestName, type Manifest } from './manifest';

export interface UploadTarget {
  bucket: StorageBucket;
  prefix: string;
}

/** The usual variables of S3 tools, not settings of the server. */
const needed = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'] as const;

/** Parses `s3://bucket/prefix`. Throws if it or its variables are invalid. */
export function uploadTarget(uri: string, environment: Record<string, string | undefined>): UploadTarget {
  let place = readS3Uri(uri);
  if (!place || place.prefix === '')
    throw new Error(`${uri} is not a bucket with a prefix, such as s3://backups/landfall-2026-11-23.`);
  let missing = needed.filter((name) => !environment[name]);
  if (missing.length > 0) throw new Error(`${missing.join(', ')} must be set for a backup in a bucket.`);
  let [accessKeyId = '', secretAccessKey = '', region = ''] = needed.map((name) => environment[name]);
  let endpoint = environment.AWS_ENDPOINT_URL ?? amazonEndpoint(region);
  return {
    bucket: { endpoint: endpoint.replace(/\/+$/, ''), region, bucket: place.bucket, accessKeyId, secretAccessKey },
    prefix: place.prefix,
  };
}

/** The manifest comes last: without it the files are not a backup. */
export async function upload(backup: string, { files }: Manifest, { bucket, prefix }: UploadTarget): Promise<void> {
  let storage = createStorage(['*']);
  let { signal } = new AbortController();
  let put = async (name: string, sum: { bytes: number; sha256: string }) => {
    let draft = { file: path.join(backup, name), ...sum, type: 'application/octet-stream' };
    await storage.put(bucket, objectKey(prefix, name), draft, signal).catch((error: unknown) => {
      let said = error instanceof Error ? error.message : String(error);
      throw new Error(`${name} could not be uploaded to ${bucket.bucket} at ${bucket.endpoint}: ${said}`, {
        cause: error,
      });
    });
  };
  for (let { path: name, bytes, sha256 } of files) await put(name, { bytes, sha256 });
  await put(manifestName, await checksumFile(path.join(backup, manifestName)));
}
