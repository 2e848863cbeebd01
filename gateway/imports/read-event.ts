/** Reads rows as events, by the table of fields; the inverse of gateway/reports/event-file.ts. */
import {
  eventField,
  eventFieldNames,
  unknownEvent,
  type Event,
  type EventArtifact,
  type FieldType,
} from 'contract/event-fields';
import { importedPeriod } from 'contract/analytics/id-periods';
import type { CountLogged } from 'contract/edge/logged-requests';
import { minuteMs } from 'contract/floor/time';
import { parseHash } from '../events/query/hash-text';
import { wellFormed } from '../events/write/well-formed';
import type { ImportedEvent } from '../events/shape/store';

/** Not an Error: a small file can have thousands of wrong rows, and stack traces are slow. */
export class RowError {
  constructor(
    readonly field: string,
    readonly message: string,
    /** An unexpected error. */
    readonly cause?: unknown,
  ) {}
}

export interface ImportContext {
  ownerId: string;
  /** Milliseconds; when the owner was created. */
  ownerSince: number;
  source: string | undefined;
  /** Ids by name. */
  packages: ReadonlyMap<string, readonly string[]>;
  pixels: ReadonlyMap<string, readonly string[]>;
  /** Earlier events are too old. */
  keptFrom: number;
  now: number;
  /** For access logs. */
  logs?: LogContext;
}

export interface LogContext {
  /** Requests to other hosts are skipped; empty for any host. */
  host: string;
  count: CountLogged;
}

/** Clocks of machines differ. */
const aheadMs = 5 * minuteMs;

type Values = Record<string, unknown>;

/** Throws RowError. In CSV all values are texts, and formulas are escaped. */
export function readEvent(values: Values, isCsv: boolean, context: ImportContext): ImportedEvent {
  let event = fieldsIn(values, isCsv, unknownEvent({ ...readArtifact(values, isCsv, context), type: 'pixel-fetch' }));
  if ((event.type === 'pixel-fetch') !== (event.artifactType === 'tracking-pixel'))
    throw new RowError('type', 'Views need a pixel, downloads a package.');
  checkEventTime(event.time, context);
  if (event.doNotTrack) checkUntracked(event);
  if (event.originId !== 0n || event.endpointId !== 0n) {
    let period = importedPeriod(event.idPeriod, context);
    if (period === undefined) throw new RowError('id_period', 'Invalid ID period.');
    event.idPeriod = period;
  }
  let former = values.artifact_id;
  return { event, formerArtifactId: typeof former === 'string' ? former : '' };
}

/** Throws RowError if the time is in the future or too old. */
export function checkEventTime(time: number, { now, keptFrom }: Pick<ImportContext, 'now' | 'keptFrom'>): void {
  if (time > now + aheadMs) throw new RowError('time', 'Time is in the future.');
  if (time < keptFrom) throw new RowError('time', 'Older than the retention period.');
}

/** Throws RowError if the row does not name exactly one package or pixel. */
export function readArtifact(
  values: Values,
  isCsv: boolean,
  { ownerId, packages, pixels }: Pick<ImportContext, 'ownerId' | 'packages' | 'pixels'>,
): EventArtifact {
  let [ofPackage, ofPixel] = [nameIn(values, 'package', isCsv), nameIn(values, 'pixel', isCsv)];
  if ((ofPackage === '') === (ofPixel === '')) throw new RowError('package', 'Set either a package or a pixel.');
  let [column, ids] = ofPackage ? ['package', packages.get(ofPackage)] : ['pixel', pixels.get(ofPixel)];
  if (!ids) throw new RowError(column, `${column === 'package' ? 'Package' : 'Pixel'} not found.`);
  let artifactId = ids.find((id) => id === values.artifact_id) ?? ids[0]!;
  if (ids.length > 1 && artifactId !== values.artifact_id)
    throw new RowError(column, `${ids.length} have this name, and artifact_id matches none of them.`);
  return { artifactType: ofPackage ? ('package' as const) : ('tracking-pixel' as const), artifactId, ownerId };
}

function nameIn(values: Values, column: string, isCsv: boolean): string {
  let value = values[column] ?? '';
  if (typeof value !== 'string') throw new RowError(column, 'Invalid name.');
  return isCsv ? unescapeFormula(value) : value;
}

/** What spreadsheets write instead, in their languages. */
const trueTexts = new Set(['true', 'wahr', 'vrai', 'verdadero', 'verdadeiro', 'vero', 'waar', 'sant', 'prawda']);
const falseTexts = new Set(['false', 'falsch', 'faux', 'falso', 'onwaar', 'falskt', 'fałsz']);

/** Parse values by type; undefined if invalid. */
const readers: { [Type in FieldType]: (value: unknown, isCsv: boolean) => unknown } = {
  uuid: (value) =>
    typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
      ? value.toLowerCase()
      : undefined,
  time(value) {
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value)) return undefined;
    let time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  },
  text: (value, isCsv) => (isText(value) ? (isCsv ? unescapeFormula(value) : value).toWellFormed() : undefined),
  texts(value, isCsv) {
    if (!isCsv) return isTexts(value) ? wellFormed(value) : undefined;
    if (value === '') return {};
    try {
      let texts: unknown = JSON.parse(String(value));
      return isTexts(texts) ? wellFormed(texts) : undefined;
    } catch {
      return undefined;
    }
  },
  hash: (value) => (value === '' ? 0n : typeof value === 'string' ? parseHash(value) : undefined),
  fraction(value, isCsv) {
    if (isCsv ? value === '' : value === null) return null;
    // Spreadsheets may write a comma.
    let found = isCsv ? /^(-?\d+)(?:[.,](\d+))?(e-\d+)?$/i.exec(String(value)) : null;
    let number = found ? Number(`${found[1]}.${found[2] ?? 0}${found[3] ?? ''}`) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  flag(value, isCsv) {
    if (!isCsv) return typeof value === 'boolean' ? value : undefined;
    let written = String(value).toLowerCase();
    return trueTexts.has(written) ? true : falseTexts.has(written) ? false : undefined;
  },
};

const typeNames: Record<FieldType, string> = {
  uuid: 'a UUID',
  time: 'a time such as 2026-03-01T12:00:00.000Z',
  text: 'a text',
  texts: 'a JSON object of texts',
  hash: 'an ID such as h00c0ffee00c0ffee',
  fraction: 'a number',
  flag: 'true or false',
};

/** Other columns may be missing in exports of earlier versions. */
const requiredColumns: ReadonlySet<string> = new Set(['id', 'type', 'time']);

const columns = eventFieldNames.flatMap((name) => {
  let { csv, type, oneOf } = eventField(name);
  return csv === undefined ? [] : [{ name, csv, type, oneOf, read: readers[type], isNeeded: requiredColumns.has(csv) }];
});

function fieldsIn(values: Values, isCsv: boolean, event: Event): Event {
  let fields: Record<string, unknown> = event;
  for (let { name, csv, type, oneOf, read, isNeeded } of columns) {
    let given = values[csv];
    if (given === undefined && !isNeeded) continue;
    let value = read(given, isCsv);
    if (value === undefined) throw new RowError(csv, `This is not ${typeNames[type]}.`);
    if (oneOf?.every((one) => one !== value))
      throw new RowError(csv, `This is none of ${oneOf.join(', ').replace(/^, /, '')}.`);
    fields[name] = value;
  }
  if (event.confidence !== null && (event.confidence < 0 || event.confidence > 1))
    throw new RowError('confidence', 'Must be between 0 and 1.');
  return event;
}

/** Untracked events must not have values of their visitor. */
function checkUntracked(event: Event): void {
  let traces = [
    'originId',
    'endpointId',
    'userAgent',
    'referer',
    'country',
    'city',
    'companyName',
    'companyDomain',
    'network',
    'requestPath',
  ] as const;
  if (traces.some((name) => event[name]) || event.latitude !== null || event.longitude !== null)
    throw new RowError('dnt', 'Do Not Track events cannot have a visitor, IP or location.');
}

/** Reverts the escape of formulas by `csvText`. */
function unescapeFormula(value: string): string {
  return /^'[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function isTexts(value: unknown): value is Event['variables'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText);
}
