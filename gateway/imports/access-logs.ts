/** Reads lines of access logs as requests. */
import type { ImportFormat } from 'contract/exports/event-imports';
import { isRecord } from 'contract/floor/keys-of';
import { createColumnRows, createJsonLogRows } from './log-rows';
import {
  asText,
  emptyIfDash,
  numberIn,
  parseLogTime,
  parseRequestLine,
  percentDecode,
  textIn,
  visitorAddress,
  type LogLine,
  type LogValues,
} from './log-values';
import { createCsvRows, type RowReader } from './rows';
import { textLine, textRows } from './text-logs';

interface AccessLog {
  rows(): RowReader;
  /** Undefined for lines without a request. Throws RowError. */
  line(values: LogValues): LogLine | undefined;
}

export const logFormats = {
  'log-combined': { rows: () => textRows('log-combined'), line: textLine },
  'log-proxy-manager': { rows: () => textRows('log-proxy-manager'), line: textLine },
  'log-alb': { rows: () => textRows('log-alb'), line: textLine },
  'log-artifactory': { rows: () => textRows('log-artifactory'), line: textLine },
  'log-s3': { rows: () => textRows('log-s3'), line: textLine },
  'log-gcs': { rows: () => createCsvRows((names) => names), line: cloudStorageLine },
  'log-cloudfront': { rows: createColumnRows, line: columnLine },
  'log-iis': { rows: createColumnRows, line: columnLine },
  'log-caddy': { rows: createJsonLogRows, line: caddyLine },
  'log-nginx-json': {
    rows: createJsonLogRows,
    line: namedLine({
      time: ['msec', 'time_iso8601', 'time_local', 'time', '@timestamp', 'timestamp'],
      method: ['request_method', 'method'],
      target: ['request_uri'],
      request: ['request'],
      path: ['uri', 'path'],
      status: ['status', 'status_code'],
      host: ['host', 'http_host', 'server_name'],
      addresses: [
        ['http_x_forwarded_for', 'x_forwarded_for', 'forwarded_for'],
        ['remote_addr', 'client_ip', 'remote_ip'],
      ],
      agent: ['http_user_agent', 'user_agent', 'agent'],
      referer: ['http_referer', 'http_referrer', 'referer', 'referrer'],
      more: ['body_bytes_sent', 'request_id'],
    }),
  },
  'log-traefik': {
    rows: createJsonLogRows,
    line: namedLine({
      time: ['StartUTC', 'time'],
      method: ['RequestMethod'],
      target: ['RequestPath'],
      status: ['DownstreamStatus'],
      host: ['RequestHost', 'RequestAddr'],
      addresses: [['request_X-Forwarded-For'], ['ClientHost', 'ClientAddr']],
      agent: ['request_User-Agent'],
      referer: ['request_Referer'],
      more: ['DownstreamContentSize', 'StartUTC'],
    }),
  },
  'log-cloudflare': {
    rows: createJsonLogRows,
    line: namedLine({
      time: ['EdgeStartTimestamp'],
      method: ['ClientRequestMethod'],
      target: ['ClientRequestURI', 'ClientRequestPath'],
      status: ['EdgeResponseStatus'],
      host: ['ClientRequestHost'],
      addresses: [['ClientIP']],
      agent: ['ClientRequestUserAgent'],
      referer: ['ClientRequestReferer'],
      more: ['EdgeResponseBytes', 'RayID'],
    }),
  },
  'log-fastly': {
    rows: createJsonLogRows,
    line: namedLine({
      time: ['timestamp', 'time'],
      method: ['request_method'],
      target: ['url'],
      status: ['response_status', 'status'],
      host: ['host'],
      addresses: [['client_ip']],
      agent: ['request_user_agent'],
      referer: ['request_referer'],
      more: ['response_body_size'],
    }),
  },
} as const satisfies Partial<Record<ImportFormat, AccessLog>>;
export type LogFormat = keyof typeof logFormats;

export function isLogFormat(format: ImportFormat): format is LogFormat {
  return format in logFormats;
}

/** Undefined for lines without a request. Throws RowError. */
export function readLogLine(format: LogFormat, values: LogValues): LogLine | undefined {
  let line = logFormats[format].line(values);
  // Programs also log what they do themselves.
  return line?.method ? line : undefined;
}

/** Detects the format by the names of its values; undefined if unknown. */
export function jsonLogFormat(values: LogValues): LogFormat | undefined {
  let has = (...names: string[]) => names.every((name) => name in values);
  if (has('ts', 'request') && typeof values.request === 'object' && values.request !== null) return 'log-caddy';
  if (has('RequestMethod', 'RequestPath', 'DownstreamStatus')) return 'log-traefik';
  if (has('EdgeStartTimestamp', 'ClientRequestMethod')) return 'log-cloudflare';
  if (has('url', 'request_method') && (has('response_status') || has('status'))) return 'log-fastly';
  let hasTarget = ['request', 'request_uri', 'uri', 'path'].some((name) => has(name));
  let hasTime = ['time_iso8601', 'time_local', 'msec', 'time', '@timestamp', 'timestamp'].some((name) => has(name));
  return (has('status') || has('status_code')) && hasTarget && hasTime ? 'log-nginx-json' : undefined;
}

/** Where a format has each value: the first of these names that has one counts. */
interface Names {
  time: string[];
  method: string[];
  target: string[];
  /** `GET /path HTTP/1.1`, for lines without method or target. */
  request?: string[];
  /** A target without its query, for lines with neither. */
  path?: string[];
  status: string[];
  host: string[];
  /** Forwarded addresses, then that of the sender. */
  addresses: string[][];
  agent: string[];
  referer: string[];
  /** Further values that distinguish lines; all of these count. */
  more: string[];
}

function namedLine(names: Names): (values: LogValues) => LogLine {
  return (values) => {
    let text = (some: readonly string[] = []) =>
      some.map((name) => emptyIfDash(textIn(values, name))).find((one) => one !== '') ?? '';
    let { method, target } = parseRequestLine(text(names.request));
    return {
      ...visitorAddress(names.addresses.map(text)),
      time: parseLogTime(names.time.map((name) => values[name]).find((one) => one !== undefined && one !== null)),
      method: text(names.method) || method,
      target: text(names.target) || target || text(names.path),
      status: numberIn(values, names.status.find((name) => name in values) ?? ''),
      host: text(names.host),
      userAgent: text(names.agent),
      referer: text(names.referer),
      headers: {},
      more: names.more.map((name) => asText(values[name])).join(' '),
    };
  };
}

/** Undefined for other lines: Caddy writes all messages into one file. */
function caddyLine(values: LogValues): LogLine | undefined {
  let { request } = values;
  if (!isRecord(request)) return undefined;
  let headers: Record<string, string> = {};
  for (let [name, value] of Object.entries(isRecord(request.headers) ? request.headers : {})) {
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

/** Columns of W3C logs, as CloudFront and IIS write them. */
function columnLine(values: LogValues): LogLine {
  let query = textIn(values, 'cs-uri-query');
  let range = textIn(values, 'sc-range-start');
  let isCloudFront = 'x-edge-request-id' in values || 'x-edge-location' in values;
  // IIS writes spaces as plus signs.
  let decoded = (name: string) => (isCloudFront ? percentDecode : unplus)(textIn(values, name));
  return {
    time: parseLogTime(`${textIn(values, 'date')}T${textIn(values, 'time')}Z`),
    method: textIn(values, 'cs-method'),
    target: `${textIn(values, 'cs-uri-stem')}${query && `?${query}`}`,
    status: numberIn(values, 'sc-status'),
    host: textIn(values, 'x-host-header') || textIn(values, 'cs(Host)') || textIn(values, 'cs-host'),
    ...visitorAddress([unplus(textIn(values, 'X-Forwarded-For')), textIn(values, 'c-ip')]),
    userAgent: decoded('cs(User-Agent)'),
    referer: decoded('cs(Referer)'),
    headers: range ? { range: `bytes=${range}-` } : {},
    more: `${textIn(values, 'sc-bytes')} ${textIn(values, isCloudFront ? 'x-edge-request-id' : 'time-taken')}`,
  };
}

function unplus(text: string): string {
  return text.replaceAll('+', ' ');
}

/** Google Cloud Storage: the object, whichever of its APIs it was read by. */
function cloudStorageLine(values: LogValues): LogLine {
  let isDownload = /^(?:GET_Object|storage\.objects\.get)$/.test(textIn(values, 'cs_operation'));
  return {
    ...visitorAddress([textIn(values, 'c_ip')]),
    time: parseLogTime(textIn(values, 'time_micros')),
    method: isDownload ? textIn(values, 'cs_method') : '',
    target: `/${textIn(values, 'cs_object').split('/').map(encodeURIComponent).join('/')}`,
    status: numberIn(values, 'sc_status'),
    host: textIn(values, 'cs_host'),
    userAgent: textIn(values, 'cs_user_agent'),
    referer: textIn(values, 'cs_referer'),
    headers: {},
    more: `${textIn(values, 'sc_bytes')} ${textIn(values, 's_request_id')}`,
  };
}
