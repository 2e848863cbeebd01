/** Formats with quoted texts: the combined format of nginx and Apache, and access logs of S3. */
import { isHostName, plainAddress } from 'net/proxies';
import { lineRows } from './log-rows';
import type { LogValues } from './log-values';
import type { RowReader } from './rows';

const quoted = String.raw`"((?:[^"\\]|\\.)*)"`;
const time = String.raw`\[(\d\d/[a-z]{3}/\d{4}:[^\]]{1,20})\]`;

const combined = new RegExp(
  String.raw`^([^"]{1,1000}?) ?${time} ${quoted} (\d{3}) (\d+|-)(?: ${quoted} ${quoted}(?: ${quoted})?)?`,
  'i',
);

/** Lines may begin with the host or forwarded addresses. */
export function createCombinedRows(): RowReader {
  return lineRows((text) => combinedIn(text) ?? 'Not in combined log format.');
}

export function isCombined(line: string): boolean {
  return combinedIn(line) !== undefined;
}

/** nginx can append the forwarded addresses as a last text. */
function combinedIn(text: string): LogValues | undefined {
  let found = combined.exec(text);
  if (!found) return undefined;
  let [, before = '', at, request, status, bytes, referer = '', agent = '', last = ''] = found;
  let { host, addresses } = sendersIn(before);
  let forwarded = last.split(/[\s,]+/).filter((one) => plainAddress(one) !== '');
  if (addresses.length === 0) return undefined;
  return { host, addresses: [...forwarded, ...addresses], time: at, request, status, bytes, referer, agent };
}

/** Before the time: an optional host, addresses, and two user names. */
function sendersIn(before: string): { host: string; addresses: string[] } {
  let words = before.trim().split(/ +/).slice(0, -2);
  let [first = ''] = words;
  let isHost = isHostName(first.replace(/:\d{1,5}$/, '')) && words.length > 1;
  let addresses: string[] = [];
  for (let word of (isHost ? words.slice(1) : words).flatMap((one) => one.split(','))) {
    if (plainAddress(word) !== '') addresses.push(word);
    else if (word !== '' && word !== '-' && word !== 'unknown') break;
  }
  return { host: isHost && first !== 'unknown' ? first : '', addresses };
}

const word = String.raw`(\S{1,1024})`;
const orDash = String.raw`(?:${quoted}|-)`;

/**
 * Owner, bucket, time, address, requester, request, operation, key, the request, status, error, four
 * numbers, referrer and agent; newer lines have more words.
 */
const s3 = new RegExp(
  String.raw`^[0-9a-f]{64} ${word} ${time} ${word} ${word} ${word} ([A-Z0-9]+\.\S{1,60}) ${word} ${orDash} ` +
    String.raw`(\d{3}|-) ${word} (\d+|-) (\d+|-) (?:\d+|-) (?:\d+|-) ${orDash} ${orDash}((?: \S{1,1024}){0,12})\s*$`,
  'i',
);

export function isS3(line: string): boolean {
  return s3.test(line);
}

export function createS3Rows(): RowReader {
  return lineRows((text) => {
    let found = s3.exec(text);
    if (!found) return 'Not in S3 access log format.';
    let [, bucket, at, address, , id, operation, , request = '', status, , bytes, size, referer = '', agent = ''] =
      found;
    // Version, host id, signature, cipher, authentication and host.
    let host = (found[15] ?? '').trim().split(' ')[5] ?? '';
    return { bucket, time: at, address, id, operation, request, status, bytes, size, referer, agent, host };
  });
}
