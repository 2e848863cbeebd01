/** Streams raw events as CSV or NDJSON, in the published order of columns. */
import { eventField, type Event, type FieldType, type FieldValues } from 'contract/event-fields';
import { decisionColumns, fieldOfColumn, rawEventColumns } from 'contract/analytics/events';
import { matchReason } from './match-reason';
import { hashText } from '../events/query/hash-text';
import type { DecidedEvent, StoredExportQuery, EventReader } from '../events/shape/store';
import { csvParts, csvText, type FilePart } from '../floor/csv';

type Chosen = Set<string> | undefined;
/** What a column has of a value; `chosen` limits the variables. */
type Kind<Value> = { of(value: Value, chosen?: Chosen): unknown }['of'];
type Kinds = { [Type in FieldType]: Kind<FieldValues[Type]> };

/** CSV values by type. */
const cellOf: Kinds = {
  uuid: (value) => value,
  time: (value) => new Date(value).toISOString(),
  text: csvText,
  texts: (value, chosen) => JSON.stringify(chosen ? among(chosen, value) : value),
  hash: hashText,
  // Six digits are less than a metre, and avoid values such as 0.8500000000000001.
  fraction: (value) => (value === null ? null : Number(value.toFixed(6))),
  flag: String,
};

/** NDJSON values by type. */
const valueOf: Kinds = {
  ...cellOf,
  text: (value) => value,
  texts: (value, chosen) => (chosen ? among(chosen, value) : value),
  fraction: (value) => value,
  flag: (value) => value,
};

export interface EventSource {
  artifactType: Event['artifactType'];
  /** Names by id. */
  names: Map<string, string>;
}

export interface EventFile extends Pick<
  StoredExportQuery,
  'companies' | 'filters' | 'corrections' | 'withUntracked' | 'includeLowConfidence' | 'raw'
> {
  sources: EventSource[];
  /** Milliseconds; `until` is exclusive. */
  from: number;
  until: number;
  /** All variables if undefined. */
  variables?: readonly string[] | undefined;
}

export function eventCsv(events: EventReader, file: EventFile): AsyncGenerator<FilePart> {
  return csvParts(columnsOf(file), batches(events, file, cells));
}

export async function* eventNdjson(events: EventReader, file: EventFile): AsyncGenerator<FilePart> {
  for await (let rows of exportedRows(events, file))
    yield { content: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), rows: rows.length };
}

/** The rows of the NDJSON file, by column. */
export async function* exportedRows(events: EventReader, file: EventFile): AsyncGenerator<Record<string, unknown>[]> {
  let names = columnsOf(file);
  for await (let rows of batches(events, file, values))
    yield rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}

/** Names of the columns, in order. */
export function columnsOf({ raw }: Pick<EventFile, 'raw'>): readonly string[] {
  return raw ? [...rawEventColumns, ...decisionColumns] : rawEventColumns;
}

async function* batches(
  events: EventReader,
  { sources, variables, ...query }: EventFile,
  all: readonly ((row: Row) => unknown)[],
): AsyncGenerator<unknown[][]> {
  let chosen = variables && new Set(variables);
  let columns = query.raw ? all : all.slice(0, rawEventColumns.length);
  for (let { artifactType, names } of sources) {
    let artifactIds = [...names.keys()];
    if (artifactIds.length === 0) continue;
    for await (let batch of events.export({ ...query, artifactType, artifactIds }))
      yield batch.map((event) => {
        let row = { event, name: names.get(event.artifactId) ?? '', chosen };
        return columns.map((column) => column(row));
      });
  }
}

/** Functions that give the value of each column. */
function columnsAs(kinds: Kinds, no: unknown): ((row: Row) => unknown)[] {
  return [...rawEventColumns, ...decisionColumns].map((column) => {
    if (column === 'package') return ({ event, name }) => (event.artifactType === 'package' ? name : '');
    if (column === 'pixel') return ({ event, name }) => (event.artifactType === 'package' ? '' : name);
    if (column === 'artifact_id') return ({ event }) => event.artifactId;
    if (column === 'mtc_quota_exceeded') return () => no;
    if (column === 'counted') return ({ event }) => kinds.flag(event.decision?.isCounted ?? false);
    if (column === 'counting_rule') return ({ event }) => kinds.text(event.decision?.rule ?? '');
    if (column === 'match_reason') return ({ event }) => kinds.text(reasonOf(event));
    let field = fieldOfColumn.get(column === 'origin_postal_code' ? 'origin_postal' : column);
    if (!field) throw new Error(`No field of an event is in column ${column}`);
    let kind: Kind<unknown> = kinds[eventField(field).type];
    return ({ event, chosen }) => kind(event[field], chosen);
  });
}

const cells = columnsAs(cellOf, 'false');
const values = columnsAs(valueOf, false);

/** Untracked events have no reason. */
function reasonOf(event: DecidedEvent): string {
  return event.doNotTrack ? '' : matchReason(event, event.correctedBy);
}

interface Row {
  event: DecidedEvent;
  name: string;
  chosen: Chosen;
}

function among(chosen: Set<string>, variables: Event['variables']): Event['variables'] {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => chosen.has(name)));
}
