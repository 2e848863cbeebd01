/** Reads lines of access logs as requests. */
import type { ImportFormat } from 'contract/exports/event-imports';
import type { LoggedRequest } from 'contract/edge/logged-requests';
import {
  parseLogTime,
  parseClfTime,
  emptyIfDash,
  numberIn,
  parseRequestLine,
  asText,
  textIn,
  unescapeLogText,
  percentDecode,
  visitorAddress,
  type LogValues,
} from './log-values';

export interface LogLine extends LoggedRequest {
  /** Further values that distinguish lines; never an address. */
  more: string;
  /** Whether forwarded addresses of the line are not used. */
  ignoresAddress: boolean;
}

export const logFormats = {
  'log-combined': combinedLine,
  'log-caddy': caddyLine,
  'log-nginx-json': nginxLine,
  'log-cloudfront': cloudFrontLine,
  'log-cloudflare': cloudflareLine,
  'log-fastly': fastlyLine,
  'log-s3': s3Line,
} as const satisfies Partial<Record<ImportFormat, (values: LogValues) => LogLine | undefined>>;
export type LogFormat = keyof typeof logFormats;

export function isLogFormat(format: ImportFormat): format is LogFormat {
  return format in logFormats;
}

export function hasIgnoredAddress(format: LogFormat, values: LogValues): boolean {
  try {
    let line: LogLine | undefined = logFormats[format](values);
    return line?.ignoresAddress ?? false;
  } catch {
    return false;
  }
}

/** Detects the format by the names of its values; undefined if unknown. */
export function jsonLogFormat(values: LogValues): LogFormat | undefined {
  let has = (...names: string[]) => names.every((name) => name in values);
  if (has('ts', 'request') && typeof values.request === 'object' && values.request !== null) return 'log-caddy';
  if (has('EdgeStartTimestamp', 'ClientRequestMethod')) return 'log-cloudflare';
  if (has('url', 'request_method') && (has('response_status') || has('status'))) return 'log-fastly';
  let hasTarget = has('request') || has('request_uri') || has('uri');
  if (has('status') && hasTarget && (has('time_iso8601') || has('time_local') || has('msec') || has('time')))
    return 'log-nginx-json';
  return undefined;
}

function combinedLine(values: LogValues): LogLine {
  return {
    ...parseRequestLine(unescapeLogText(textIn(values, 'request'))),
    ...visitorAddress(values.addresses as string[]),
    time: parseClfTime(textIn(values, 'time')),
    status: Number(values.status),
    host: textIn(values, 'host').replace(/:\d+$/, ''),
    userAgent: emptyIfDash(unescapeLogText(textIn(values, 'agent'))),
    referer: emptyIfDash(unescapeLogText(textIn(values, 'referer'))),
    headers: {},
    more: textIn(values, 'bytes'),
  };
}

/** Requests name the bucket in the host, or as the first part of the path. */
function s3Line(values: LogValues): LogLine {
  let { method, target } = parseRequestLine(unescapeLogText(textIn(values, 'request')));
  let [bucket, host] = [textIn(values, 'bucket'), textIn(values, 'host').replace(/^-$/, '')];
  let isInPath = target.startsWith(`/${bucket}/`) && !host.startsWith(`${bucket}.`);
  return {
    ...visitorAddress([textIn(values, 'address')]),
    time: parseClfTime(textIn(values, 'time')),
    method: textIn(values, 'operation').endsWith('.GET.OBJECT') ? method : '',
    target: isInPath ? target.slice(bucket.length + 1) : target,
    status: numberIn(values, 'status'),
    host,
    userAgent: emptyIfDash(unescapeLogText(textIn(values, 'agent'))),
    referer: emptyIfDash(unescapeLogText(textIn(values, 'referer'))),
    headers: {},
    more: `${textIn(values, 'bytes')} ${textIn(values, 'id')}`,
  };
}

/** Undefined for other lines: Caddy writes all messages into one file. */
function caddyLine(values: LogValues): LogLine | undefined {
  if (typeof values.request !== 'object' || values.request === null) return undefined;
  let request = values.request as LogValues;
  let given = (typeof request.headers === 'object' ? request.headers : null) as Record<string, unknown> | null;
  let headers: Record<string, string> = {};
  for (let [name, value] of Object.entries(given ?? {})) {
    let all = [value].flat().filter((one) => typeof one === 'string');
    let [lower, first] = [name.toLowerCase(), all[0]];
    // Proxies append to X-Forwarded-For; of other headers the first counts, as in live requests.
    if (first !== undefined) headers[lower] = lower === 'x-forwarded-for' ? all.join() : first;
  }
  return {
    ...visitorAddress([
      headers['x-forwarded-for'] ?? '',
      textIn(request, 'client_ip') || textIn(request, 'remote_ip') || textIn(request, 'remote_addr'),
    ]),
    time: parseLogTime(values.ts),
    method: textIn(request, 'method'),
    target: textIn(request, 'uri'),
    status: numberIn(values, 'status'),
    host: textIn(request, 'host'),
    userAgent: headers['user-agent'] ?? '',
    referer: headers.referer ?? '',
    headers,
    more: `${asText(values.size)} ${asText(values.duration)}`,
  };
}

function nginxLine(values: LogValues): LogLine {
  let { method, target } = parseRequestLine(textIn(values, 'request'));
  return {
    ...visitorAddress([
      textIn(values, 'http_x_forwarded_for'),
      textIn(values, 'remote_addr') || textIn(values, 'client_ip'),
    ]),
    time: parseLogTime(values.msec ?? values.time_iso8601 ?? values.time_local ?? values.time),
    method: textIn(values, 'request_method') || method,
    target: textIn(values, 'request_uri') || target || textIn(values, 'uri'),
    status: numberIn(values, 'status'),
    host: textIn(values, 'host') || textIn(values, 'http_host') || textIn(values, 'server_name'),
    userAgent: emptyIfDash(textIn(values, 'http_user_agent')),
    referer: emptyIfDash(textIn(values, 'http_referer') || textIn(values, 'http_referrer')),
    headers: {},
    more: `${asText(values.body_bytes_sent)} ${asText(values.request_id)}`,
  };
}

function cloudFrontLine(values: LogValues): LogLine {
  let query = textIn(values, 'cs-uri-query');
  let range = textIn(values, 'sc-range-start');
  return {
    time: parseLogTime(`${textIn(values, 'date')}T${textIn(values, 'time')}Z`),
    method: textIn(values, 'cs-method'),
    target: `${textIn(values, 'cs-uri-stem')}${query && `?${query}`}`,
    status: numberIn(values, 'sc-status'),
    host: textIn(values, 'x-host-header') || textIn(values, 'cs(Host)'),
    ...visitorAddress([textIn(values, 'c-ip')]),
    userAgent: percentDecode(textIn(values, 'cs(User-Agent)')),
    referer: percentDecode(textIn(values, 'cs(Referer)')),
    headers: range ? { range: `bytes=${range}-` } : {},
    more: `${textIn(values, 'sc-bytes')} ${textIn(values, 'x-edge-request-id')}`,
  };
}

function cloudflareLine(values: LogValues): LogLine {
  return {
    time: parseLogTime(values.EdgeStartTimestamp),
    method: textIn(values, 'ClientRequestMethod'),
    target: textIn(values, 'ClientRequestURI') || textIn(values, 'ClientRequestPath'),
    status: numberIn(values, 'EdgeResponseStatus'),
    host: textIn(values, 'ClientRequestHost'),
    ...visitorAddress([textIn(values, 'ClientIP')]),
    userAgent: textIn(values, 'ClientRequestUserAgent'),
    referer: textIn(values, 'ClientRequestReferer'),
    headers: {},
    more: `${asText(values.EdgeResponseBytes)} ${textIn(values, 'RayID')}`,
  };
}

function fastlyLine(values: LogValues): LogLine {
  return {
    time: parseLogTime(values.timestamp ?? values.time),
    method: textIn(values, 'request_method'),
    target: textIn(values, 'url'),
    status: numberIn(values, 'response_status' in values ? 'response_status' : 'status'),
    host: textIn(values, 'host'),
    ...visitorAddress([textIn(values, 'client_ip')]),
    userAgent: textIn(values, 'request_user_agent'),
    referer: textIn(values, 'request_referer'),
    headers: {},
    more: asText(values.response_body_size),
  };
}
