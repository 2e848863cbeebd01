/** Raw events as CSV. */
import { stringify } from 'csv-stringify/sync';
import { rawEventColumns, type ExportQuery } from 'contract/events';
import { limits } from 'contract/limits';
import type { Event } from '../events/event';
import { packageById, packageNames } from '../records/packages';
import { pixelById, pixelNames } from '../records/pixels';
import { Streamed, type ApiParts, type Handlers } from './handler';
import { dayAfter, dayOf, rangeOf } from './range';

interface Wanted {
  artifactType: Event['artifactType'];
  /** Names by id of what is exported. */
  names: Map<string, string>;
  /** Beginning of the file's name. */
  title: string;
}

export const eventHandlers = {
  async exportEntityPackageEvents({ parts, owner, query }) {
    let names = await packageNames(parts.records, owner.id);
    return csv(parts, { artifactType: 'package', names, title: `packages-${owner.name}` }, query);
  },

  async exportPackageEvents({ parts, owner, params, query }) {
    let { id, name } = await packageById(parts.records, owner.id, params.package_id);
    let names = new Map([[id, name]]);
    return csv(parts, { artifactType: 'package', names, title: `package-${owner.name}-${name}` }, query);
  },

  async exportEntityTrackingPixelEvents({ parts, owner, query }) {
    let names = await pixelNames(parts.records, owner.id);
    return csv(parts, { artifactType: 'tracking-pixel', names, title: `pixels-${owner.name}` }, query);
  },

  async exportTrackingPixelEvents({ parts, owner, params, query }) {
    let { id, name } = await pixelById(parts.records, owner.id, params.id);
    let names = new Map([[id, name]]);
    return csv(parts, { artifactType: 'tracking-pixel', names, title: `pixel-${owner.name}-${name}` }, query);
  },
} satisfies Partial<Handlers>;

function csv(parts: ApiParts, wanted: Wanted, query: ExportQuery): Streamed {
  let end = query.end_date === undefined ? undefined : dayAfter(query.end_date);
  let range = rangeOf(query.start_date, end, parts.clock(), limits.aggregationDaysDefault, limits.exportDaysMax);
  let title = wanted.title.replace(/[^A-Za-z0-9._-]+/g, '-');
  let fileName = `${title}-${dayOf(range.from)}-${dayOf(range.until - 1)}.csv`;
  return new Streamed(lines(parts, wanted, range), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  });
}

async function* lines(
  { events }: ApiParts,
  { artifactType, names }: Wanted,
  range: { from: number; until: number },
): AsyncGenerator<string> {
  let header = stringify([rawEventColumns as unknown as string[]]);
  let artifactIds = [...names.keys()];
  if (artifactIds.length > 0)
    for await (let batch of events.export({ artifactType, artifactIds, ...range })) {
      yield header + stringify(batch.map((event) => rowOf(event, names.get(event.artifactId) ?? '')));
      header = '';
    }
  if (header) yield header;
}

/** In the order of `rawEventColumns`. */
function rowOf(event: Event, name: string): unknown[] {
  let isPackage = event.artifactType === 'package';
  return [
    event.id,
    event.type,
    isPackage ? name : '',
    isPackage ? '' : name,
    text(event.version),
    new Date(event.time).toISOString(),
    text(event.referer),
    text(event.userAgent),
    text(event.platform),
    JSON.stringify(event.variables),
    String(event.originId),
    event.latitude,
    event.longitude,
    event.country,
    event.city,
    event.postal,
    event.connectionType,
    event.companyName,
    event.companyDomain,
    String(event.doNotTrack),
    event.confidence,
    String(event.endpointId),
    event.state,
    'false',
  ];
}

/** Text that strangers chose: a leading formula sign gets an apostrophe, so that a spreadsheet shows it and does not run it. */
function text(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
