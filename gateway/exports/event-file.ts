/** Raw events as lines of CSV, in the published order of columns, made while they are read from the store. */
import { rawEventColumns } from 'contract/events';
import { hashText, type Event } from '../events/event';
import type { ExportQuery, EventStore } from '../events/store';
import { csvParts, csvText, type CsvPart } from './csv';

export interface EventSource {
  artifactType: Event['artifactType'];
  /** Names by id of what is exported. */
  names: Map<string, string>;
}

export interface EventFile extends Pick<ExportQuery, 'companies' | 'filters'> {
  sources: EventSource[];
  /** First millisecond that counts and the first one that does not. */
  from: number;
  until: number;
  /** Only these of an event's own variables; all of them when left out. */
  variables?: readonly string[] | undefined;
}

/** The file, source after source. */
export function eventParts(events: EventStore, file: EventFile): AsyncGenerator<CsvPart> {
  return csvParts(rawEventColumns, batches(events, file));
}

async function* batches(events: EventStore, { sources, variables, ...query }: EventFile): AsyncGenerator<unknown[][]> {
  let chosen = variables && new Set(variables);
  for (let { artifactType, names } of sources) {
    let artifactIds = [...names.keys()];
    if (artifactIds.length === 0) continue;
    for await (let batch of events.export({ ...query, artifactType, artifactIds }))
      yield batch.map((event) => rowOf(event, names.get(event.artifactId) ?? '', chosen));
  }
}

/** In the order of `rawEventColumns`. */
function rowOf(event: Event, name: string, chosen: Set<string> | undefined): unknown[] {
  let isPackage = event.artifactType === 'package';
  return [
    event.id,
    event.type,
    isPackage ? name : '',
    isPackage ? '' : name,
    csvText(event.version),
    new Date(event.time).toISOString(),
    csvText(event.referer),
    csvText(event.userAgent),
    csvText(event.platform),
    JSON.stringify(chosen ? among(chosen, event.variables) : event.variables),
    hashText(event.originId),
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
    hashText(event.endpointId),
    event.state,
    'false',
    event.postal,
  ];
}

function among(chosen: Set<string>, variables: Event['variables']): Event['variables'] {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => chosen.has(name)));
}
