/** Access logs whose lines are words, quoted texts, and a time. */
import { keysOf } from 'contract/floor/keys-of';
import { isHostName, plainAddress } from 'net/proxies';
import { lineRows } from './log-rows';
import {
  emptyIfDash,
  parseLogTime,
  parseRequestLine,
  textIn,
  unescapeLogText,
  visitorAddress,
  type LogLine,
  type LogValues,
} from './log-values';
import type { RowReader } from './rows';

/** The values of a line as it has them; all are optional but those of the first line. */
interface TextValues extends LogValues {
  addresses: string;
  time: string;
  /** `GET /path HTTP/1.1`; the target can be a URL. */
  request: string;
  status: string;
  host?: string;
  agent?: string;
  referer?: string;
  /** Further values that distinguish lines. */
  more: string;
}

/** Each returns undefined for lines of other formats. */
const parsers = {
  'log-combined': combinedIn,
  'log-proxy-manager': proxyManagerIn,
  'log-alb': loadBalancerIn,
  'log-artifactory': artifactoryIn,
  'log-s3': s3In,
} as const satisfies Record<string, (text: string) => TextValues | undefined>;
export type TextLogFormat = keyof typeof parsers;

/** The format of a line; undefined if it has none of these. */
export function textFormatOf(line: string): TextLogFormat | undefined {
  return keysOf(parsers).find((format) => parsers[format](line) !== undefined);
}

export function textRows(format: TextLogFormat): RowReader {
  return lineRows((text) => parsers[format](text) ?? 'This line has another format than the lines before it.');
}

/** Throws RowError if the time is unknown. */
export function textLine(values: LogValues): LogLine {
  let { method, target } = parseRequestLine(unescapeLogText(textIn(values, 'request')));
  let [, host = '', path = target] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(target) ?? [];
  return {
    ...visitorAddress([textIn(values, 'addresses')]),
    time: parseLogTime(values.time),
    method,
    target: path.startsWith('/') || path === target ? path : `/${path}`,
    status: Number(values.status),
    host: (emptyIfDash(textIn(values, 'host')) || host).replace(/:\d+$/, ''),
    userAgent: emptyIfDash(unescapeLogText(textIn(values, 'agent'))),
    referer: emptyIfDash(unescapeLogText(textIn(values, 'referer'))),
    headers: {},
    more: textIn(values, 'more'),
  };
}

const quoted = String.raw`"((?:[^"\\]|\\.)*)"`;
const time = String.raw`\[(\d\d/[a-z]{3}/\d{4}:[^\]]{1,30})\]`;
const word = String.raw`(\S{1,1024})`;
const orDash = String.raw`(?:${quoted}|-)`;

/**
 * nginx, Apache, Traefik, Nexus and others: senders, time, perhaps a host, the request, its status and
 * size. What follows differs.
 */
const combined = new RegExp(
  String.raw`^([^"]{1,1000}?) ?${time} (?:(\S{1,260}) )?${quoted} (\d{3})(?: (\d+|-))?(?= |$)`,
  'i',
);

function combinedIn(text: string): TextValues | undefined {
  let found = combined.exec(text);
  if (!found) return undefined;
  let [all, before = '', at = '', site = '', request = '', status = '', bytes = '-'] = found;
  let { host, addresses } = sendersIn(before);
  if (addresses.length === 0) return undefined;
  let { agent, referer, forwarded } = endOf(text.slice(all.length));
  let senders = [...forwarded, ...addresses].join(' ');
  return { addresses: senders, host: host || site, time: at, request, status, agent, referer, more: bytes };
}

/** Before the time: an optional host, addresses, perhaps the host of lighttpd, and two user names. */
function sendersIn(before: string): { host: string; addresses: string[] } {
  let words = before.trim().split(/ +/);
  let [first = '', second = ''] = words;
  if (words.length > 2) words = words.slice(0, -2);
  let isHost = isHostName(first.replace(/:\d{1,5}$/, '')) && words.length > 1;
  let addresses: string[] = [];
  for (let word of (isHost ? words.slice(1) : words).flatMap((one) => one.split(','))) {
    if (plainAddress(word) !== '') addresses.push(word);
    else if (word !== '' && word !== '-' && word !== 'unknown') break;
  }
  let host = isHost ? first : second.includes('.') && isHostName(second) ? second : '';
  return { host: host === 'unknown' ? '' : host, addresses };
}

/** Numbers, durations and cache states that some formats quote. */
const measure =
  /^(?:\d+(?:\.\d+)?(?: ?[,:] ?\d+(?:\.\d+)?){0,9}m?s?|HIT|MISS|BYPASS|EXPIRED|STALE|UPDATING|REVALIDATED)$/;

/**
 * Referrer, user agent and forwarded addresses among the words and quoted texts after the size. The
 * referrer comes before the agent, mostly right before it; Nexus has an agent alone.
 */
function endOf(text: string): { agent: string; referer: string; forwarded: string[] } {
  let forwarded: string[] = [];
  let texts: { at: number; text: string }[] = [];
  let at = 0;
  for (let [, quotedText] of text.matchAll(new RegExp(String.raw`${quoted}|\S+`, 'g'))) {
    at += 1;
    if (quotedText === undefined || measure.test(quotedText)) continue;
    let parts = quotedText.split(/[\s,]+/).filter((one) => one !== '');
    // After referrer and agent, which clients choose.
    let areAddresses = texts.length > 1 && parts.length > 0 && parts.every((one) => plainAddress(one) !== '');
    if (areAddresses) for (let part of parts) forwarded.push(part);
    else texts.push({ at, text: quotedText });
  }
  let pair = texts.findIndex((one, i) => texts[i + 1]?.at === one.at + 1);
  let [first = '', second = ''] = texts.slice(Math.max(pair, 0)).map((one) => one.text);
  let isPair = pair >= 0 ? !isUrl(second) || isUrl(first) : isReferrer(first);
  if (isPair) return { referer: first, agent: second, forwarded };
  return { agent: first, referer: isUrl(second) ? second : '', forwarded };
}

function isUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text);
}

function isReferrer(text: string): boolean {
  return text === '-' || text === '' || isUrl(text);
}

/** Nginx Proxy Manager, for proxied and for redirected hosts. */
const proxyManager = new RegExp(
  String.raw`^${time} (?:[^"]{1,80} )?(\d{3}) - ([A-Z]{1,20}) \w{1,10} ${word} ${quoted} ` +
    String.raw`\[Client ([^\]]{1,100})\] \[Length (\d+|-)\]`,
  'i',
);

const agentAndReferrer = new RegExp(String.raw`^[^"]*${quoted} ${quoted}`);

function proxyManagerIn(text: string): TextValues | undefined {
  let found = proxyManager.exec(text);
  if (!found) return undefined;
  let [all, at = '', status = '', method = '', host = '', target = '', address = '', more = ''] = found;
  let [, agent, referer] = agentAndReferrer.exec(text.slice(all.length)) ?? [];
  return { addresses: address, time: at, request: `${method} ${target}`, status, host, agent, referer, more };
}

/** Application load balancers of AWS, whose lines begin with the protocol, and classic ones. */
const loadBalancer = new RegExp(
  String.raw`^(?:(?:https?|h2|grpcs|wss?) )?(\d{4}-\d\d-\d\dT[\d:.]{8,20}Z) \S{1,1024} ${word} \S{1,100} ` +
    String.raw`\S{1,20} \S{1,20} \S{1,20} (\d{3}|-) (?:\d{3}|-) \d+ (\d+) ${quoted} ${quoted}`,
);

function loadBalancerIn(text: string): TextValues | undefined {
  let found = loadBalancer.exec(text);
  if (!found) return undefined;
  let [, at = '', address = '', status = '', bytes = '', request = '', agent = ''] = found;
  return { addresses: address, time: at, request, status, agent, more: `${bytes} ${at}` };
}

/** Artifactory: time, trace, address, user, method, path, status, two sizes, duration and agent. */
function artifactoryIn(text: string): TextValues | undefined {
  let [at = '', trace = '', address = '', , method = '', path = '', status = '', , bytes = '', , ...rest] =
    text.split('|');
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{8,16}(?:Z|[+-]\d\d:?\d\d)$/.test(at) || !/^[A-Z]{1,20}$/.test(method)) return undefined;
  if (plainAddress(address) === '' || !/^\d{3}$/.test(status)) return undefined;
  let request = `${method} ${path.startsWith('/') ? '' : '/'}${path}`;
  return { addresses: address, time: at, request, status, agent: rest.join('|'), more: `${bytes} ${trace}` };
}

/**
 * S3: owner, bucket, time, address, requester, request, operation, key, the request, status, error, four
 * numbers, referrer and agent; newer lines have more words.
 */
const s3 = new RegExp(
  String.raw`^[0-9a-f]{64} ${word} ${time} ${word} ${word} ${word} ([A-Z0-9]+\.\S{1,60}) ${word} ${orDash} ` +
    String.raw`(\d{3}|-) ${word} (\d+|-) (\d+|-) (?:\d+|-) (?:\d+|-) ${orDash} ${orDash}((?: \S{1,1024}){0,12})\s*$`,
  'i',
);

/** Requests name the bucket in the host, or as the first part of the path. */
function s3In(text: string): TextValues | undefined {
  let found = s3.exec(text);
  if (!found) return undefined;
  let [, bucket = '', at = '', address = '', , id, operation = '', , request = '', status = '', , bytes, , referer] =
    found;
  // Version, host id, signature, cipher, authentication and host.
  let [agent, host = ''] = [found[14], (found[15] ?? '').trim().split(' ')[5]];
  let [start, method = '', inPath] = /^(\S+) \/([^/ ]+)\//.exec(request) ?? [''];
  let isInPath = inPath === bucket && !host.startsWith(`${bucket}.`);
  let inBucket = isInPath ? `${method} /${request.slice(start.length)}` : request;
  let got = operation.endsWith('.GET.OBJECT') ? inBucket : '';
  return { addresses: address, time: at, request: got, status, host, agent, referer, more: `${bytes} ${id}` };
}
