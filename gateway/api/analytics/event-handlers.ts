/** Raw events, live events, and the names of user-defined variables. */
import { eventsApi, type EventFileQuery } from 'contract/analytics/events';
import { queried } from 'contract/packages/package-query';
import { excludeAudiences } from '../../events/query/filter';
import { packageById, packageNames } from '../../packages/packages';
import { pixelById, pixelNames } from '../../packages/pixels';
import { eventFileParts } from '../../exports/event-parquet';
import type { FilePart } from '../../floor/csv';
import type { EventSource } from '../../reports/event-file';
import { eventRules } from '../../reports/funnel/event-rules';
import type { Services } from '../http/services';
import type { OwnerRow } from '../../floor/db/account-schema';
import { fileResponse, withEnd } from '../http/file-responses';
import { serve, Streamed } from '../http/handler';
import { exportRange } from '../../reports/analytics/time-range';
import { liveApi } from 'contract/analytics/live';
import { liveEventStream, liveNow } from '../../reports/analytics/live';
import { userDefinedVariablesApi } from 'contract/analytics/user-defined-variables';
import { setVariableNames, variableNames } from '../../packages/variable-names';

export const eventEndpoints = serve(eventsApi, {
  async exportEntityPackageEvents({ parts, owner, query }) {
    let names = queried(await packageNames(parts.records, owner.id), query.query);
    let sources = [{ artifactType: 'package' as const, names }];
    return eventFileResponse(parts, owner, { sources, title: `packages-${owner.name}` }, query);
  },

  async exportPackageEvents({ parts, owner, params, query }) {
    let { id, name } = await packageById(parts.records, owner.id, params.package_id);
    let sources = [{ artifactType: 'package' as const, names: new Map([[id, name]]) }];
    return eventFileResponse(parts, owner, { sources, title: `package-${owner.name}-${name}` }, query);
  },

  async exportEntityTrackingPixelEvents({ parts, owner, query }) {
    let names = await pixelNames(parts.records, owner.id);
    let sources = [{ artifactType: 'tracking-pixel' as const, names }];
    return eventFileResponse(parts, owner, { sources, title: `pixels-${owner.name}` }, query);
  },

  async exportTrackingPixelEvents({ parts, owner, params, query }) {
    let { id, name } = await pixelById(parts.records, owner.id, params.id);
    let sources = [{ artifactType: 'tracking-pixel' as const, names: new Map([[id, name]]) }];
    return eventFileResponse(parts, owner, { sources, title: `pixel-${owner.name}-${name}` }, query);
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
export async function eventFileResponse(
  parts: Services,
  owner: OwnerRow,
  { sources, title, company, includeLowConfidence = true }: EventExport,
  query: EventFileQuery,
): Promise<Streamed> {
  let range = exportRange(query, parts.clock());
  let { counted, filter_id, where, exclude_audience } = query;
  let isFiltered = counted || [filter_id, where, exclude_audience].some((asked) => asked !== undefined);
  let rules = await eventRules(parts, owner.id, query, includeLowConfidence);
  let filters = isFiltered ? [...rules.filters, ...excludeAudiences(exclude_audience)] : undefined;
  let companies = company === undefined ? undefined : [company];
  let end = query.format === 'parquet' ? await parts.exporting.parquet.hold(owner.id) : undefined;
  return fileResponse(
    untilMade(
      end,
      eventFileParts[query.format](parts.events, {
        sources,
        ...range,
        companies,
        includeLowConfidence,
        ...rules,
        filters,
        withUntracked: counted,
        raw: query.raw,
      }),
    ),
    title,
    range,
    { format: query.format, zone: query.time_zone },
  );
}

/** Calls `end` once the first byte of a file is there, which a slow reader cannot put off. */
async function* untilMade(end: (() => void) | undefined, parts: AsyncIterable<FilePart>): AsyncGenerator<FilePart> {
  let isMade = false;
  let made = (): void => {
    if (!isMade) end?.();
    isMade = true;
  };
  try {
    for await (let part of parts) {
      if (part.content.length > 0) made();
      yield part;
    }
  } finally {
    made();
  }
}

export const liveEndpoints = serve(liveApi, {
  async getLiveEvents({ parts, owner, query }) {
    return liveNow(parts, owner.id, query);
  },

  async streamLiveEvents({ parts, owner, query, admitAgain, gone }) {
    let end = await parts.live.streams.hold(owner.id);
    let messages = liveEventStream(parts, { ownerId: owner.id, query, admitAgain, gone });
    // A proxy would otherwise keep what it has until there is more.
    return new Streamed(withEnd(messages, end), { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  },
});

export const userDefinedVariableEndpoints = serve(userDefinedVariablesApi, {
  async getUserDefinedVariables({ parts, owner }) {
    let names = (await variableNames(parts.records, [owner.id])).get(owner.id) ?? {};
    return { $page: names.page ?? null, $platform: names.platform ?? null, $version: names.version ?? null };
  },

  async setUserDefinedVariables({ parts, owner, body, act }) {
    let { $page, $platform, $version } = body;
    let names = { page: $page ?? '', platform: $platform ?? '', version: $version ?? '' };
    await setVariableNames(parts.records, owner, names, act);
    return body;
  },
});
