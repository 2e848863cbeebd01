/** Imports of files exported from the hosted product. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventImportsApi } from 'contract/exports/event-imports';
import { eventsApi, hostedColumns, rawEventColumns } from 'contract/analytics/events';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { dayMs, dayOf } from 'contract/floor/time';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { importNow, upload } from './import-world';

const params = { owner: 'ada' };
let world: World;
let ada: Caller;
let day: string;

/** A row by its columns. Cells with commas or quotes are quoted. */
function row(values: Record<string, string>): string {
  let cells = hostedColumns.map((name) => values[name] ?? '');
  return `${cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}

const file = (...rows: Record<string, string>[]) => `${hostedColumns.join(',')}\n${rows.map(row).join('')}`;

async function imported(text: string) {
  let { id } = (await upload(world, ada, text, { name: 'events.csv' })).body;
  await ada.ask(eventImportsApi.startEventImport, { params: { ...params, id }, body: {} });
  await world.gateway.imports.run();
  return importNow(ada, id);
}

async function stored(
  route: typeof eventsApi.exportEntityPackageEvents | typeof eventsApi.exportEntityTrackingPixelEvents,
) {
  let { text } = await ada.call(route, { params, query: { format: 'ndjson' } });
  let lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  day = dayOf(world.now() - dayMs);
  await ada.ask(packagesApi.createPackage, {
    params,
    body: { type: 'file', name: 'engine', incoming_path: '/engine/{v}' },
  });
  await ada.ask(pixelsApi.createTrackingPixel, { params, body: { name: 'Docs' } });
});
afterAll(() => world.close());

const download = () => ({
  id: 'b1f0c1de-0000-4000-8000-000000000001',
  type: 'binary-download',
  package: 'engine',
  version: '1.2',
  time: `${day} 10:20:30.123456 UTC`,
  referer: 'https://a.example/?b=1,2',
  user_agent: 'curl/8.0',
  platform: 'Linux',
  variables: '{"a":"b"}',
  origin_id: 'o-1',
  origin_latitude: '60.25',
  origin_longitude: 'north',
  origin_country: 'NL',
  origin_city: 'Utrecht',
  origin_connection_type: 'business',
  origin_company: 'Acme',
  origin_domain: 'ACME.example',
  dnt: 'false',
  confidence: '0.63',
  endpoint_id: 'e-1',
  mtc_quota_exceeded: 'false',
});

describe('an export of the hosted product', () => {
  it('is recognized by its header, and its events keep the values of their rows', async () => {
    let view = { id: '2', type: 'pixel-fetch', package: 'engine', pixel: 'Docs', time: `${day}T11:00:00Z` };
    let hidden = { ...download(), id: '3', dnt: 'true' };
    let { id, format } = (await upload(world, ada, file(download(), view, hidden))).body;
    expect(format).toBe('hosted-csv');
    let preview = await ada.ask(eventImportsApi.previewEventImport, { params: { ...params, id } });
    expect(preview).toMatchObject({ looked_at: 3, events: 3, errors: 0 });
    await ada.ask(eventImportsApi.startEventImport, { params: { ...params, id }, body: {} });
    await world.gateway.imports.run();
    expect(await importNow(ada, id)).toMatchObject({ status: 'done', events_successfully_imported: 3 });
    let [first, second] = await stored(eventsApi.exportEntityPackageEvents);
    expect(first).toMatchObject({
      type: 'binary-download',
      package: 'engine',
      version: '1.2',
      time: `${day}T10:20:30.123Z`,
      user_agent: 'curl/8.0',
      platform: 'linux',
      variables: { a: 'b' },
      origin_latitude: 60.25,
      origin_longitude: null,
      origin_country: 'NL',
      origin_company: 'Acme',
      origin_domain: 'acme.example',
      confidence: 0.63,
      id_period: '/hosted',
      audience: 'unknown',
      client: '',
    });
    expect(second).toMatchObject({ dnt: true, origin_company: '', user_agent: '', origin_id: '' });
    expect(await stored(eventsApi.exportEntityTrackingPixelEvents)).toMatchObject([
      { type: 'pixel-fetch', pixel: 'Docs' },
    ]);
  });

  it('is stored once, however often a row or the file is sent, and identical rows without an id count separately', async () => {
    let before = (await world.events.state()).count;
    let repeated = { ...download(), id: 'x' };
    let nameless = { ...download(), id: '' };
    let text = file(repeated, repeated, nameless, nameless, { ...nameless, version: '2' });
    expect(await imported(text)).toMatchObject({ events_successfully_imported: 5, events_known: 1 });
    expect((await world.events.state()).count).toBe(before + 4);
    expect(await imported(text)).toMatchObject({ events_successfully_imported: 5, events_known: 5 });
    expect((await world.events.state()).count).toBe(before + 4);
  });

  it('has rows without a package or a time refused', async () => {
    let text = file({ ...download(), package: 'gone' }, { ...download(), time: 'noon' }, { ...download(), id: 'y' });
    let one = await imported(text);
    expect(one).toMatchObject({ events_successfully_imported: 1, events_failed_to_import: 2 });
    expect(one.error_log_sample.map(({ line, field }) => [line, field])).toEqual([
      [2, 'package'],
      [3, 'time'],
    ]);
  });
});

describe('odd values in every column', () => {
  const odd = ['', '-', '\0', '\ud800', '1e999', '{"__proto__":1}', '[]', '%', "'=1", '9'.repeat(400), '2026-13-99'];

  it('of the hosted product end an import', async () => {
    let rows = hostedColumns.flatMap((name) => odd.map((value) => ({ ...download(), id: '', [name]: value })));
    let one = await imported(file(download(), ...rows));
    expect(one).toMatchObject({ format: 'hosted-csv', status: 'done', events_total: rows.length + 1 });
  });

  it.each(['events-csv', 'events-ndjson'])('of %s end an import', async (format) => {
    let names = [...rawEventColumns];
    let good: Record<string, string> = {
      id: '018f0000-0000-7000-8000-000000000001',
      type: 'binary-download',
      package: 'engine',
      time: `${day}T10:20:30.000Z`,
    };
    let values = [...odd, ...(format === 'events-csv' ? [] : [null, 1e308, true, [], { toString: 1 }])];
    let rows: Record<string, unknown>[] = names.flatMap((name) => values.map((value) => ({ ...good, [name]: value })));
    let cellsOf = (one: Record<string, unknown>) =>
      names.map((name) => `"${((one[name] ?? '') as string).replaceAll('"', '""')}"`).join(',');
    let text =
      format === 'events-csv'
        ? [names.join(','), ...[good, ...rows].map(cellsOf)].join('\n')
        : [good, ...rows].map((one) => JSON.stringify(one)).join('\n');
    let one = await imported(`${text}\n`);
    expect(one).toMatchObject({ format, status: 'done', events_total: rows.length + 1 });
  });
});
