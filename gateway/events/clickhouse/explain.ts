import { parseAddress } from './address';

const adviceByCode: Readonly<Record<string, string>> = {
  '81': 'Create the database, or correct its name in EVENTS_URL.',
  '192': 'Correct the user in EVENTS_URL.',
  '193': 'Correct the password in EVENTS_URL.',
  '194': 'EVENTS_URL needs a password.',
  '241': 'Give the server more memory, or raise max_memory_usage of the user.',
  '243': 'Make room on its disk.',
  '497': 'Grant the user of EVENTS_URL the rights to create, alter, insert into and read tables of its database.',
  '516': 'Correct the user and the password in EVENTS_URL.',
};

/** Errors in the rows themselves, which a retry would repeat. */
const refusals: ReadonlySet<string> = new Set(['6', '26', '27', '41', '53', '69', '72', '117']);

export function isRefused(error: unknown): boolean {
  return refusals.has(codeOf(error));
}

/** Limits of memory, time, rows or bytes. */
const limitsMet: ReadonlySet<string> = new Set(['158', '159', '241', '307', '396']);

export function isTooLarge(error: unknown): boolean {
  return limitsMet.has(codeOf(error));
}

/** The server cannot read a part of a table, or not as it was written. */
const damaged: ReadonlySet<string> = new Set(['33', '40', '226', '246', '271']);

export function isDamage(error: unknown): boolean {
  return damaged.has(codeOf(error));
}

/** Of `CHECK TABLE`: the server met a limit, and says nothing about the part. */
export function isLimit(message: string): boolean {
  return limitsMet.has(/Code: (\d+)/.exec(message)?.[1] ?? '');
}

/** A part, or a table, that is not there any more. */
const gone: ReadonlySet<string> = new Set(['60', '232']);

export function isGone(error: unknown): boolean {
  return gone.has(codeOf(error));
}

/** A replica lacks the last insert, or another insert is not on most replicas yet. */
const passing: ReadonlySet<string> = new Set(['286', '289']);

export function isPassing(error: unknown): boolean {
  return passing.has(codeOf(error));
}

/**
 * Servers do not answer each other: no connection, too few replicas, or no Keeper. Those of the
 * connection to the server itself have names.
 */
const unavailable: ReadonlySet<string> = new Set(
  '32 198 203 209 210 225 242 279 285 286 289 319 341 369 999'.split(' '),
);

export function isUnavailable(error: unknown): boolean {
  return unavailable.has(codeOf(error)) || isUnreachable(error);
}

function isUnreachable(error: unknown): boolean {
  return /^(E[A-Z_]+|UND_\w+)$/.test(codeOf(error)) || /timeout|socket hang up/i.test(firstLine(error));
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
}

/** Turns an error of the server at `url` into a message for the operator, without the password. */
export function explain(url: string, error: unknown): Error {
  let { host, database } = parseAddress(url);
  let code = codeOf(error);
  let place = `ClickHouse at ${host}, database ${database}`;
  let said = firstLine(error).replace(/\.$/, '');
  let advice = adviceByCode[code];
  let sentence = advice
    ? `${said.slice(0, 300)} (${place}). ${advice}`
    : isUnreachable(error)
      ? `no ClickHouse server answers at ${host} (${code || said}). Start it, or correct EVENTS_URL.`
      : `${said.slice(0, 300)} (${place}).`;
  return new Error(`The events on ClickHouse: ${sentence}`, { cause: error });
}

function codeOf(error: unknown): string {
  let { code, errors, cause } = error as { code?: string | number; errors?: unknown[]; cause?: unknown };
  if (code !== undefined) return String(code);
  let inner = errors?.[0] ?? cause;
  return inner === undefined ? '' : codeOf(inner);
}
