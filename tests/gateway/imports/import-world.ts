/** Event files for the import tests. */
import type { Event } from 'contract/event-fields';
import { eventImportsApi, type EventImport } from 'contract/exports/event-imports';
import { eventsApi } from 'contract/analytics/events';
import { importsApi, type ImportResult } from 'contract/exports/imports';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { dayMs } from 'contract/floor/time';
import { madeEvent } from 'tests/support/made-event';
import { checkAgainstOpenApi } from 'tests/support/openapi-check';
import type { Answer, Caller, World } from 'tests/support/world';

/** Rows of a package as NDJSON, one for each version, a second apart. */
export function rowsOf(world: World, versions: readonly string[], more: Record<string, unknown> = {}): string {
  let begin = Math.floor(world.now() / dayMs) * dayMs - dayMs;
  return versions
    .map((version, i) => {
      let { id } = madeEvent({ artifactId: '', time: begin + i * 1_000 });
      let time = new Date(begin + i * 1_000).toISOString();
      return `${JSON.stringify({ id, type: 'binary-download', package: 'engine', time, version, ...more })}\n`;
    })
    .join('');
}

export interface Uploaded {
  status: number;
  body: EventImport & { code?: string };
}

/** Uploads a file that waits for its start. */
export async function upload(
  world: World,
  who: Caller,
  file: string | Buffer,
  { owner = 'ada', name = 'events.ndjson' } = {},
): Promise<Uploaded> {
  let path = eventImportsApi.uploadEventImport.path.replace('{owner}', owner);
  let response = await world.gateway.api(
    new Request(`http://gateway.invalid${path}?file_name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
      body: new ReadableStream<Uint8Array>({
        start(controller) {
          let bytes = Buffer.from(file);
          for (let at = 0; at < bytes.length; at += 50_000) controller.enqueue(bytes.subarray(at, at + 50_000));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit),
  );
  return { status: response.status, body: (await response.json()) as Uploaded['body'] };
}

/** The current state of the import. */
export async function importNow(who: Caller, id: string, owner = 'ada'): Promise<EventImport> {
  return who.ask(eventImportsApi.getEventImport, { params: { owner, id } });
}

export const ofAda = { params: { owner: 'ada' } };
export type Format = 'csv' | 'ndjson';

/** Sends a file, or its parts one after another. */
export async function send(
  world: World,
  who: Caller,
  file: string | Buffer | readonly string[],
  { format = 'ndjson', query = '' }: { format?: Format; query?: string } = {},
): Promise<Answer & { body: ImportResult }> {
  let parts = typeof file === 'string' || Buffer.isBuffer(file) ? [file] : file;
  let response = await world.gateway.api(
    new Request(`http://gateway.invalid/v2/imports/ada${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${who.token}`,
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      },
      body: new ReadableStream({
        start(controller) {
          for (let part of parts) controller.enqueue(Buffer.from(part));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit),
  );
  let text = await response.text();
  let answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) as ImportResult };
  await checkAgainstOpenApi(world.gateway, importsApi.importEvents, answer);
  return answer;
}

export type ArtifactIds = Record<'engine' | 'notes' | 'manual', string>;

/** Creates packages and a pixel of ada. Returns their ids by name. */
export async function createArtifacts(caller: Caller): Promise<ArtifactIds> {
  let file = { type: 'file' as const, name: 'engine', incoming_path: '/engine/{v}' };
  let docker = { type: 'docker' as const, name: 'ada/notes', backend_registry: 'docker.io' };
  return {
    engine: (await caller.ask(packagesApi.createPackage, { ...ofAda, body: file })).id,
    notes: (await caller.ask(packagesApi.createPackage, { ...ofAda, body: docker })).id,
    manual: (await caller.ask(pixelsApi.createTrackingPixel, { ...ofAda, body: { name: 'Docs, "part 1"' } })).id,
  };
}

export async function exported(caller: Caller, format: Format): Promise<string> {
  let texts: string[] = [];
  for (let route of [eventsApi.exportEntityPackageEvents, eventsApi.exportEntityTrackingPixelEvents])
    texts.push((await caller.call(route, { ...ofAda, query: { format } })).text);
  let [packages = '', pixels = ''] = texts;
  return format === 'csv' ? packages + pixels.slice(pixels.indexOf('\n') + 1) : packages + pixels;
}

/** An export without the ids of packages and pixels, which differ between installations. */
export function withoutArtifactIds(text: string, ids: Record<string, string>): string {
  return Object.entries(ids).reduce((rest, [name, id]) => rest.replaceAll(id, `id of ${name}`), text);
}

export function eventsOf(ids: ArtifactIds, now: number, ownerId: string): Event[] {
  let acme = {
    companyName: 'Acme',
    companyDomain: 'acme.example',
    connectionType: 'business',
    confidence: 0.9,
  } as const;
  let idPeriod = '2020-01-01T00:00:01Z/2020-02-01';
  let about = { ownerId, idPeriod };
  return [
    madeEvent({
      ...about,
      ...acme,
      artifactId: ids.engine,
      time: now - 3 * dayMs,
      version: '1.0',
      userAgent: '=cmd|calc',
      referer: 'https://a.example/?q=1,2',
      platform: '-1',
      city: 'Münster "am\nSee"',
      postal: '1070 BG',
      latitude: 60.25,
      longitude: -5.5,
      country: 'NL',
      audience: 'person',
      network: 'AS1 Acme, Inc.',
      originId: 2n ** 64n - 1n,
      variables: { a: '"b"', '=c': '\n' },
    }),
    madeEvent({ ...about, artifactId: ids.notes, time: now - dayMs, type: 'manifest-fetch', isBot: true }),
    madeEvent({
      ownerId,
      artifactId: ids.engine,
      time: now - dayMs,
      doNotTrack: true,
      userAgent: '',
      originId: 0n,
      endpointId: 0n,
    }),
    madeEvent({
      ...about,
      artifactId: ids.manual,
      artifactType: 'tracking-pixel',
      type: 'pixel-fetch',
      time: now - 2 * dayMs,
      endpointId: 7n,
    }),
  ];
}
