/** A world whose owner hopper-labs has events to export every day. */
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { scheduledExportsApi, CreateScheduledExport } from 'contract/exports/scheduled-exports';
import { dayMs } from 'contract/floor/time';
import { storageBucket, storageKeys, storageRegion, type FakeS3 } from 'tests/support/fake-s3';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

/** The owner of the exports, in the path of a call. */
export const org = { params: { owner: 'hopper-labs' } };

/**
 * Creates the packages engine and notes and the pixel manual, with events of yesterday, today and
 * tomorrow.
 */
export async function createExportWorld() {
  let world = await createWorld({ exportPrivateTargets: ['127.0.0.1'] });
  // The tests start at noon, so that none of them crosses midnight.
  world.later(dayMs - (world.now() % dayMs) + dayMs / 2);
  let grace = await world.as('grace');
  let docker = (name: string) => ({ type: 'docker' as const, name, backend_registry: 'ghcr.io' });
  let { id: engine } = await grace.ask(packagesApi.createPackage, { ...org, body: docker('engine') });
  let { id: notes } = await grace.ask(packagesApi.createPackage, { ...org, body: docker('notes') });
  let { id: manual } = await grace.ask(pixelsApi.createTrackingPixel, { ...org, body: { name: 'manual' } });
  let today = Math.floor(world.now() / dayMs) * dayMs;
  let acme = { companyName: 'Acme', companyDomain: 'acme.example' };
  let view = { artifactType: 'tracking-pixel', type: 'pixel-fetch' } as const;
  await world.events.append([
    madeEvent({ artifactId: engine, time: today - 1, version: 'yesterday', variables: { team: 'a', secret: 'b' } }),
    madeEvent({ artifactId: engine, time: today, version: 'first' }),
    madeEvent({ ...acme, artifactId: notes, time: today + dayMs - 1, clientVersion: '8.5.0', version: 'last' }),
    madeEvent({ ...acme, ...view, artifactId: manual, time: today + 5 }),
    madeEvent({ artifactId: engine, time: today + dayMs, version: 'tomorrow' }),
  ]);
  return { world, grace, engine, notes };
}

type Body = Parameters<typeof CreateScheduledExport.parse>[0] & Record<string, unknown>;

/** The body that schedules an export to the fake storage. */
export function bodyOf(s3: FakeS3, more: Record<string, unknown> = {}, place: Record<string, unknown> = {}) {
  let { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = storageKeys;
  let s3_uri = `s3://${storageBucket}/daily/landfall`;
  let spec = { type: 's3', s3_uri, region: storageRegion, endpoint: s3.endpoint, access_key_id, secret_access_key };
  return { cloud_service_spec: { ...spec, ...place }, ...more } as Body as never;
}

/** Schedules an export of hopper-labs. */
export function make(
  grace: Caller,
  s3: FakeS3,
  more: Record<string, unknown> = {},
  place: Record<string, unknown> = {},
) {
  return grace.ask(scheduledExportsApi.createScheduledExport, { ...org, body: bodyOf(s3, more, place) });
}

/** A UTC day, relative to the day on which the test begins. */
export function day(world: World, later: number): string {
  return new Date(world.now() + later * dayMs).toISOString().slice(0, 10);
}

/** The name of a day's file. */
export function fileOf(date: string, kind = 'events'): string {
  return `daily/landfall/${kind}-scarf-export-${date}-${date}.csv`;
}

/** All runs of the exports of hopper-labs, newest first. */
export async function history(grace: Caller) {
  return (await grace.ask(scheduledExportsApi.getScheduledExportHistory, { ...org, query: { per_page: 'max' } }))
    .results;
}

/** The versions of the events in the file of a day. Undefined if there is no file. */
export function versions(s3: FakeS3, date: string): string[] | undefined {
  return s3
    .text(fileOf(date))
    ?.trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[4] ?? '');
}
