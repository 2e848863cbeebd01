/** Raw events of packages and pixels, all of them or one. */
import { eventsApi, type EventExportQuery } from 'contract/analytics/events';
import { queried } from 'contract/packages/package-query';
import { excludeAudiences } from '../../events/query/filter';
import { packageById, packageNames } from '../../packages/packages';
import { pixelById, pixelNames } from '../../packages/pixels';
import { eventNdjson, eventCsv, type EventSource } from '../../reports/event-file';
import { eventRules } from '../../reports/funnel/event-rules';
import type { ApiParts } from '../api-parts';
import type { OwnerRow } from '../../floor/db/account-schema';
import { fileAnswer } from '../http/csv';
import { serve, type Streamed } from '../http/handler';
import { exportRange } from '../../reports/analytics/time-range';

export const eventEndpoints = serve(eventsApi, {
  async exportEntityPackageEvents({ parts, owner, query }) {
    let names = queried(await packageNames(parts.records, owner.id), query.query);
    let sources = [{ artifactType: 'package' as const, names }];
    return eventFile(parts, owner, { sources, title: `packages-${owner.name}` }, query);
  },

  async exportPackageEvents({ parts, owner, params, query }) {
    let { id, name } = await packageById(parts.records, owner.id, params.package_id);
    let sources = [{ artifactType: 'package' as const, names: new Map([[id, name]]) }];
    return eventFile(parts, owner, { sources, title: `package-${owner.name}-${name}` }, query);
  },

  async exportEntityTrackingPixelEvents({ parts, owner, query }) {
    let names = await pixelNames(parts.records, owner.id);
    let sources = [{ artifactType: 'tracking-pixel' as const, names }];
    return eventFile(parts, owner, { sources, title: `pixels-${owner.name}` }, query);
  },

  async exportTrackingPixelEvents({ parts, owner, params, query }) {
    let { id, name } = await pixelById(parts.records, owner.id, params.id);
    let sources = [{ artifactType: 'tracking-pixel' as const, names: new Map([[id, name]]) }];
    return eventFile(parts, owner, { sources, title: `pixel-${owner.name}-${name}` }, query);
  },
});

export interface EventExport {
  sources: EventSource[];
  /** Beginning of the file's name. */
  title: string;
  /** Only the events of one company. */
  company?: string;
  /** False leaves matches of low confidence out. */
  includeLowConfidence?: boolean;
}

/** The file of a range. Refuses with range-invalid, range-too-long and filter-not-found. */
export async function eventFile(
  parts: ApiParts,
  owner: OwnerRow,
  { sources, title, company, includeLowConfidence = true }: EventExport,
  query: EventExportQuery,
): Promise<Streamed> {
  let range = exportRange(query, parts.clock());
  let { counted, filter_id, where, exclude_audience } = query;
  let isFiltered = counted || [filter_id, where, exclude_audience].some((asked) => asked !== undefined);
  let rules = await eventRules(parts, owner.id, query, includeLowConfidence);
  let filters = isFiltered ? [...rules.filters, ...excludeAudiences(exclude_audience)] : undefined;
  let companies = company === undefined ? undefined : [company];
  let write = query.format === 'ndjson' ? eventNdjson : eventCsv;
  return fileAnswer(
    write(parts.events, {
      sources,
      ...range,
      companies,
      includeLowConfidence,
      ...rules,
      filters,
      withUntracked: counted,
      raw: query.raw,
    }),
    title,
    range,
    { format: query.format, zone: query.time_zone },
  );
}
