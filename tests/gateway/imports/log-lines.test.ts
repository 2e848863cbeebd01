/** Lines as servers, proxies, repositories and clouds write them, each read as one request. */
import { describe, expect, it } from 'vitest';
import { isLogFormat, readLogLine } from '../../../gateway/imports/access-logs';
import { detectFormat, formatOf } from '../../../gateway/imports/formats';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const docs = 'https://docs.example/install';
const path = '/engine/1.2/engine.tar.gz';
const clf = '[10/Oct/2026:13:55:36 +0000]';
const get = `"GET ${path} HTTP/1.1"`;
const id = 'a'.repeat(64);

interface Read {
  format: string;
  target?: string;
  status?: number;
  host?: string;
  address?: string;
  agent?: string;
  referer?: string;
  time?: string;
}

/** Title, lines of a file whose last line is read, and what is not as in `usual`. */
type Case = [string, string, Read];

const usual = {
  target: path,
  status: 200,
  host: '',
  address: '203.0.113.9',
  agent: 'curl/8.5.0',
  referer: '',
  time: '2026-10-10T13:55:36.000Z',
};

const combined: Case[] = (
  [
    ['nginx', `203.0.113.9 - - ${clf} ${get} 200 512 "-" "curl/8.5.0"`, {}],
    ['nginx, referrer', `203.0.113.9 - - ${clf} ${get} 200 512 "${docs}" "curl/8.5.0"`, { referer: docs }],
    ['nginx, user name', `203.0.113.9 - ada ${clf} ${get} 200 512 "-" "curl/8.5.0"`, {}],
    [
      'nginx main, forwarded address',
      `10.0.0.7 - - ${clf} ${get} 200 512 "-" "${firefox}" "203.0.113.9"`,
      { agent: firefox },
    ],
    ['nginx main, no forwarded address', `203.0.113.9 - - ${clf} ${get} 200 512 "-" "curl/8.5.0" "-"`, {}],
    [
      'nginx, two forwarded addresses',
      `10.0.0.7 - - ${clf} ${get} 200 512 "-" "curl/8.5.0" "198.51.100.4, 203.0.113.9"`,
      {},
    ],
    [
      'nginx, request time before the referrer',
      `203.0.113.9 - - ${clf} ${get} 200 512 0.003 "${docs}" "curl/8.5.0"`,
      { referer: docs },
    ],
    [
      'nginx, two times before it',
      `203.0.113.9 - - ${clf} ${get} 200 512 0.003 0.002 "-" "${firefox}"`,
      { agent: firefox },
    ],
    [
      'nginx, quoted request time before it',
      `203.0.113.9 - - ${clf} ${get} 200 512 "0.003" "${docs}" "curl/8.5.0"`,
      { referer: docs },
    ],
    [
      'nginx, time between referrer and agent',
      `203.0.113.9 - - ${clf} ${get} 200 512 "${docs}" 0.003 "curl/8.5.0"`,
      { referer: docs },
    ],
    ['nginx, time after the agent', `203.0.113.9 - - ${clf} ${get} 200 512 "-" "curl/8.5.0" 0.003 -`, {}],
    [
      'nginx, names of times',
      `203.0.113.9 - - ${clf} ${get} 200 512 "-" "curl/8.5.0"rt=0.1 uct="0.0" uht="0.1" urt="0.1"`,
      {},
    ],
    ['nginx, state of its cache', `203.0.113.9 - - ${clf} ${get} 200 512 "-" "curl/8.5.0" "HIT"`, {}],
    [
      'nginx, state of its cache before',
      `203.0.113.9 - - ${clf} ${get} 200 512 "MISS" "${docs}" "curl/8.5.0"`,
      { referer: docs },
    ],
    ['nginx, no user names', `203.0.113.9 ${clf} ${get} 200 512 "-" "curl/8.5.0"`, {}],
    ['nginx, no size', `203.0.113.9 - - ${clf} ${get} 200 "-" "curl/8.5.0"`, {}],
    [
      'nginx, host before the request',
      `203.0.113.9 0.010 MISS ${clf} files.example ${get} 200 512 "-" "curl/8.5.0" 0.010`,
      { host: 'files.example' },
    ],
    ['nginx, escaped quotes', `203.0.113.9 - - ${clf} ${get} 200 512 "-" "a \\x22b\\x22"`, { agent: 'a "b"' }],
    ['nginx, IPv6', `2001:db8::9 - - ${clf} ${get} 200 512 "-" "curl/8.5.0"`, { address: '2001:db8::9' }],
    [
      'ingress-nginx',
      `203.0.113.9 - - ${clf} ${get} 200 512 "${docs}" "curl/8.5.0" 321 0.004 [web-80] [] 10.1.0.4:8080 512 0.004 200 0f3c`,
      { referer: docs },
    ],
    [
      'OpenResty',
      `203.0.113.9 - - ${clf} ${get} 206 512 "-" "Wget/1.21.4" "-" "0.004" "10.1.0.4:80"`,
      { status: 206, agent: 'Wget/1.21.4' },
    ],
    ['Apache common', `203.0.113.9 - - ${clf} ${get} 200 512`, { agent: '' }],
    [
      'Apache combined',
      `203.0.113.9 - - ${clf} ${get} 200 512 "${docs}" "${firefox}"`,
      { referer: docs, agent: firefox },
    ],
    [
      'Apache, milliseconds',
      `203.0.113.9 - - [10/Oct/2026:13:55:36.123 +0000] ${get} 200 512 "-" "curl/8.5.0"`,
      { time: '2026-10-10T13:55:36.123Z' },
    ],
    [
      'Apache, microseconds',
      `203.0.113.9 - - [10/Oct/2026:13:55:36.123456 +0200] ${get} 200 512 "-" "curl/8.5.0"`,
      { time: '2026-10-10T11:55:36.123Z' },
    ],
    [
      'Apache, virtual host',
      `files.example:443 203.0.113.9 - - ${clf} ${get} 200 512 "-" "curl/8.5.0"`,
      { host: 'files.example' },
    ],
    ['Apache, seconds before the agent', `203.0.113.9 - - ${clf} ${get} 200 512 3/1234567 "-" "curl/8.5.0"`, {}],
    [
      'Apache, agent before the referrer',
      `203.0.113.9 - - ${clf} ${get} 200 512 "curl/8.5.0" "${docs}"`,
      { referer: docs },
    ],
    ['Apache, permanent redirect', `203.0.113.9 - - ${clf} ${get} 308 0 "-" "curl/8.5.0"`, { status: 308 }],
    ['lighttpd', `203.0.113.9 files.example - ${clf} ${get} 200 512 "-" "curl/8.5.0"`, { host: 'files.example' }],
    ['Tomcat, no size', `203.0.113.9 - - ${clf} ${get} 200 - "-" "curl/8.5.0"`, {}],
    [
      'varnishncsa',
      `203.0.113.9 - - ${clf} "GET http://files.example${path} HTTP/1.1" 200 512 "-" "curl/8.5.0"`,
      { host: 'files.example' },
    ],
    [
      'varnishncsa, no path',
      `203.0.113.9 - - ${clf} "GET http://files.example HTTP/1.1" 200 512 "-" "curl/8.5.0"`,
      { host: 'files.example', target: '/' },
    ],
    [
      'Traefik',
      `203.0.113.9 - - ${clf} ${get} 200 512 "-" "curl/8.5.0" 17 "files@docker" "http://10.0.0.2:80" 3ms`,
      {},
    ],
    [
      'Traefik, referrer',
      `203.0.113.9 - - ${clf} ${get} 200 512 "${docs}" "${firefox}" 18 "files@docker" "http://10.0.0.2:80" 3ms`,
      { referer: docs, agent: firefox },
    ],
    ['Traefik, no agent', `203.0.113.9 - - ${clf} ${get} 200 512 "-" "-" 19 "files@docker" "-" 3ms`, { agent: '' }],
    [
      'Nexus 3',
      `203.0.113.9 - - ${clf} ${get} 200 - 512 12 "Apache-Maven/3.9.9 (Java 21.0.4; Linux 6.8)" [qtp57-21]`,
      { agent: 'Apache-Maven/3.9.9 (Java 21.0.4; Linux 6.8)' },
    ],
    [
      'Nexus 3, signed in',
      `203.0.113.9 - ada ${clf} ${get} 200 - 512 12 "npm/10.8.2 node/v20.20.2 linux x64 workspaces/false" [qtp57-22]`,
      { agent: 'npm/10.8.2 node/v20.20.2 linux x64 workspaces/false' },
    ],
    ['Nexus 3, older', `203.0.113.9 - - ${clf} ${get} 200 512 12 "Gradle/8.10"`, { agent: 'Gradle/8.10' }],
    ['Nexus 3, no agent', `203.0.113.9 - - ${clf} ${get} 200 - 512 12 "-" [qtp57-23]`, { agent: '' }],
  ] as [string, string, Omit<Read, 'format'>][]
).map(([title, line, read]) => [title, line, { format: 'log-combined', ...read }]);

const artifactory = (agent: string, status = 200) =>
  `2026-10-10T13:55:36.000Z|73a6a1e7e4c8ac3d|203.0.113.9|anonymous|GET|${path}|${status}|-1|512|21|${agent}`;
const balanced = (request: string) =>
  `2026-10-10T13:55:36.123456Z app/files/50dc6c495c0c9188 203.0.113.9:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 0 512 "${request}" "curl/8.5.0"`;
const atBalancer = '2026-10-10T13:55:36.123Z';

const others: Case[] = [
  [
    'Nginx Proxy Manager',
    `${clf} - 200 200 - GET https files.example "${path}" [Client 203.0.113.9] [Length 512] [Gzip -] [Sent-to 10.0.0.5] "curl/8.5.0" "-"`,
    { format: 'log-proxy-manager', host: 'files.example' },
  ],
  [
    'Nginx Proxy Manager, cached',
    `${clf} HIT - 200 - GET https files.example "${path}" [Client 203.0.113.9] [Length 512] [Gzip 3.1] [Sent-to 10.0.0.5] "${firefox}" "${docs}"`,
    { format: 'log-proxy-manager', host: 'files.example', agent: firefox, referer: docs },
  ],
  [
    'Nginx Proxy Manager, redirect',
    `${clf} 307 - GET https files.example "${path}" [Client 203.0.113.9] [Length 168] [Gzip -] "curl/8.5.0" "-"`,
    { format: 'log-proxy-manager', host: 'files.example', status: 307 },
  ],
  [
    'Artifactory',
    artifactory('Apache-Maven/3.9.9 (Java 21; Linux)'),
    { format: 'log-artifactory', agent: 'Apache-Maven/3.9.9 (Java 21; Linux)' },
  ],
  [
    'Artifactory, a bar in the agent',
    artifactory('tool/1.0 (a|b)'),
    { format: 'log-artifactory', agent: 'tool/1.0 (a|b)' },
  ],
  ['Artifactory, redirect to its store', artifactory('curl/8.5.0', 302), { format: 'log-artifactory', status: 302 }],
  [
    'application load balancer',
    `https ${balanced(`GET https://files.example:443${path} HTTP/2.0`)} TLS_AES_128_GCM_SHA256 TLSv1.3 arn:aws:x "Root=1-58337262-36d228ad5d99923122bbe354" "files.example" "arn:y" 0 2026-10-10T13:55:36.100000Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
    { format: 'log-alb', host: 'files.example', time: atBalancer },
  ],
  [
    'application load balancer, HTTP',
    `http ${balanced(`GET http://files.example:80${path}?os=linux HTTP/1.1`)} - - arn:aws:x "Root=1-5" "-" "-" 0 2026-10-10T13:55:36.1Z "forward" "-" "-"`,
    { format: 'log-alb', host: 'files.example', target: `${path}?os=linux`, time: atBalancer },
  ],
  [
    'classic load balancer',
    `${balanced(`GET http://files.example:80${path} HTTP/1.1`)} - -`,
    { format: 'log-alb', host: 'files.example', time: atBalancer },
  ],
  [
    'S3, host of the bucket',
    `${id} files ${clf} 203.0.113.9 ${id} 3E57427F33A59F07 REST.GET.OBJECT engine/1.2/engine.tar.gz ${get} 200 - 512 512 7 6 "-" "curl/8.5.0" - hostid= SigV4 - AuthHeader files.s3.eu-west-1.example TLSv1.2 - -`,
    { format: 'log-s3', host: 'files.s3.eu-west-1.example' },
  ],
  [
    'S3, bucket in the path',
    `${id} files ${clf} 203.0.113.9 - 3E57427F33A59F07 REST.GET.OBJECT engine/1.2/engine.tar.gz "GET /files${path} HTTP/1.1" 200 - 512 512 7 6 "${docs}" "${firefox}" - hostid= - - - s3.example TLSv1.2 - -`,
    { format: 'log-s3', host: 's3.example', agent: firefox, referer: docs },
  ],
  [
    'S3, older line',
    `${id} files ${clf} 203.0.113.9 - 3E57427F33A59F07 REST.GET.OBJECT engine/1.2/engine.tar.gz ${get} 206 - 100 512 7 6 "-" "aria2/1.37.0" -`,
    { format: 'log-s3', status: 206, agent: 'aria2/1.37.0' },
  ],
  [
    'Google Cloud Storage',
    `"time_micros","c_ip","c_ip_type","c_ip_region","cs_method","cs_uri","sc_status","cs_bytes","sc_bytes","time_taken_micros","cs_host","cs_referer","cs_user_agent","s_request_id","cs_operation","cs_bucket","cs_object"\n"1791640536000000","203.0.113.9","1","","GET","/files${path}","200","0","512","16000","storage.example","","curl/8.5.0","AEnB2Uq","GET_Object","files","engine/1.2/engine.tar.gz"`,
    { format: 'log-gcs', host: 'storage.example' },
  ],
  [
    'Google Cloud Storage, JSON API',
    `"time_micros","c_ip","cs_method","cs_uri","sc_status","sc_bytes","cs_host","cs_referer","cs_user_agent","s_request_id","cs_operation","cs_bucket","cs_object"\n"1791640536000000","203.0.113.9","GET","/download/storage/v1/b/files/o/engine%2F1.2%2Fengine.tar.gz?alt=media","200","512","storage.example","${docs}","gcloud-python/2.18","AEnB2Ur","storage.objects.get","files","engine/1.2/engine.tar.gz"`,
    { format: 'log-gcs', host: 'storage.example', agent: 'gcloud-python/2.18', referer: docs },
  ],
  [
    'CloudFront',
    `#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent)\n2026-10-10\t13:55:36\tAMS1\t512\t203.0.113.9\tGET\tfiles.example\t${path}\t200\t-\tcurl%2F8.5.0`,
    { format: 'log-cloudfront', host: 'files.example' },
  ],
  [
    'CloudFront, host of the viewer',
    `#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-edge-request-id x-host-header\n2026-10-10\t13:55:36\tAMS1\t512\t203.0.113.9\tGET\td1.cdn.example\t${path}\t200\t-\tMozilla/5.0%2520(X11)\tos=linux\tabc==\tfiles.example`,
    { format: 'log-cloudfront', host: 'files.example', target: `${path}?os=linux`, agent: 'Mozilla/5.0 (X11)' },
  ],
  [
    'IIS',
    `#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n#Date: 2026-10-10 13:00:00\n#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken\n2026-10-10 13:55:36 10.0.0.4 GET ${path} - 443 - 203.0.113.9 Mozilla/5.0+(Windows+NT+10.0;+Win64) ${docs} 200 0 0 15`,
    { format: 'log-iis', agent: 'Mozilla/5.0 (Windows NT 10.0; Win64)', referer: docs },
  ],
  [
    'IIS, host and query',
    `#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) cs-host sc-status sc-bytes time-taken\n2026-10-10 13:55:36 GET ${path} os=windows 203.0.113.9 curl/8.5.0 files.example 200 512 3`,
    { format: 'log-iis', host: 'files.example', target: `${path}?os=windows` },
  ],
  [
    'IIS behind a proxy',
    `#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-method cs-uri-stem c-ip cs(User-Agent) sc-status X-Forwarded-For\n2026-10-10 13:55:36 GET ${path} 10.0.0.3 curl/8.5.0 200 198.51.100.4,+203.0.113.9`,
    { format: 'log-iis' },
  ],
  [
    'Caddy',
    JSON.stringify({
      level: 'info',
      ts: 1_791_640_536,
      msg: 'handled request',
      request: {
        remote_ip: '203.0.113.9',
        client_ip: '203.0.113.9',
        method: 'GET',
        host: 'files.example',
        uri: path,
        headers: { 'User-Agent': ['curl/8.5.0'] },
      },
      size: 512,
      status: 200,
    }),
    { format: 'log-caddy', host: 'files.example' },
  ],
  [
    'Caddy, forwarded address and ISO time',
    JSON.stringify({
      ts: '2026-10-10T13:55:36.000Z',
      request: {
        remote_ip: '10.0.0.2',
        method: 'GET',
        host: 'files.example',
        uri: path,
        headers: { 'User-Agent': [firefox], Referer: [docs], 'X-Forwarded-For': ['203.0.113.9'] },
      },
      status: 200,
    }),
    { format: 'log-caddy', host: 'files.example', agent: firefox, referer: docs },
  ],
  [
    'Traefik, JSON',
    JSON.stringify({
      ClientAddr: '203.0.113.9:51008',
      ClientHost: '203.0.113.9',
      DownstreamContentSize: 512,
      DownstreamStatus: 200,
      RequestHost: 'files.example',
      RequestMethod: 'GET',
      RequestPath: path,
      StartUTC: '2026-10-10T13:55:36.000000000Z',
      'request_User-Agent': 'curl/8.5.0',
      time: '2026-10-10T13:55:36Z',
    }),
    { format: 'log-traefik', host: 'files.example' },
  ],
  [
    'Traefik, JSON without headers',
    JSON.stringify({
      ClientHost: '203.0.113.9',
      DownstreamStatus: 200,
      RequestAddr: 'files.example',
      RequestHost: 'files.example',
      RequestMethod: 'GET',
      RequestPath: `${path}?os=linux`,
      StartUTC: '2026-10-10T13:55:36Z',
    }),
    { format: 'log-traefik', host: 'files.example', agent: '', target: `${path}?os=linux` },
  ],
  [
    'nginx, JSON',
    JSON.stringify({
      time_iso8601: '2026-10-10T13:55:36+00:00',
      remote_addr: '203.0.113.9',
      request: `GET ${path} HTTP/1.1`,
      status: '200',
      body_bytes_sent: '512',
      http_referer: docs,
      http_user_agent: 'curl/8.5.0',
      host: 'files.example',
    }),
    { format: 'log-nginx-json', host: 'files.example', referer: docs },
  ],
  [
    'nginx-proxy, JSON',
    JSON.stringify({
      time_local: '2026-10-10T13:55:36+00:00',
      client_ip: '203.0.113.9',
      remote_addr: '10.0.0.8',
      request: `GET ${path} HTTP/1.1`,
      status: '200',
      body_bytes_sent: '512',
      http_referrer: '',
      http_user_agent: 'curl/8.5.0',
      request_id: 'a1',
    }),
    { format: 'log-nginx-json', address: '10.0.0.8' },
  ],
  [
    'nginx, JSON with other names',
    JSON.stringify({
      '@timestamp': '2026-10-10T13:55:36.000Z',
      remote_ip: '10.0.0.8',
      forwarded_for: '203.0.113.9',
      method: 'GET',
      request_uri: path,
      status_code: 200,
      user_agent: 'curl/8.5.0',
      referrer: docs,
    }),
    { format: 'log-nginx-json', referer: docs },
  ],
  [
    'Cloudflare',
    JSON.stringify({
      ClientIP: '203.0.113.9',
      ClientRequestHost: 'files.example',
      ClientRequestMethod: 'GET',
      ClientRequestURI: path,
      ClientRequestUserAgent: 'curl/8.5.0',
      EdgeResponseBytes: 512,
      EdgeResponseStatus: 200,
      EdgeStartTimestamp: 1_791_640_536_000_000_000,
      RayID: '7f00c0ffee',
    }),
    { format: 'log-cloudflare', host: 'files.example' },
  ],
  [
    'Cloudflare, ISO time',
    JSON.stringify({
      ClientIP: '203.0.113.9',
      ClientRequestHost: 'files.example',
      ClientRequestMethod: 'GET',
      ClientRequestPath: path,
      ClientRequestReferer: docs,
      ClientRequestUserAgent: firefox,
      EdgeResponseStatus: 200,
      EdgeStartTimestamp: '2026-10-10T13:55:36Z',
      RayID: '7f00c0ffed',
    }),
    { format: 'log-cloudflare', host: 'files.example', agent: firefox, referer: docs },
  ],
  [
    'Fastly',
    JSON.stringify({
      timestamp: '2026-10-10T13:55:36+0000',
      client_ip: '203.0.113.9',
      host: 'files.example',
      url: path,
      request_method: 'GET',
      request_referer: '',
      request_user_agent: 'curl/8.5.0',
      response_status: 200,
      response_body_size: 512,
    }),
    { format: 'log-fastly', host: 'files.example' },
  ],
];

function read(file: string) {
  let lines = file.split('\n');
  let format = detectFormat(lines);
  if (!format || !isLogFormat(format)) return { format };
  let reader = formatOf(format).rows();
  let rows = lines.flatMap((text, i) => reader.rowsOf({ number: i + 1, text, isComplete: true }));
  let values = rows.at(-1)!.values;
  if (typeof values === 'string') return { format, values };
  let line = readLogLine(format, values)!;
  let { method, target, status, host, address, userAgent, referer, time } = line;
  let at = new Date(time).toISOString();
  return { format, method, target, status, host, address, agent: userAgent, referer, time: at };
}

describe('a line of an access log', () => {
  it.each([...combined, ...others])('%s', (_, file, expected) => {
    expect(read(file)).toEqual({ ...usual, method: 'GET', ...expected });
  });

  it('of what a proxy does itself is no request', () => {
    let values = { level: 'info', msg: 'Configuration loaded', time: '2026-10-10T13:55:36Z' };
    expect(readLogLine('log-traefik', values)).toBeUndefined();
  });

  it('of another format than the lines before it is refused', () => {
    let [first, second] = [combined[0]![1], artifactory('curl/8.5.0')];
    expect(read(`${first}\n${second}`)).toMatchObject({ format: 'log-combined', values: expect.any(String) as string });
  });

  it.each([
    [
      'quotes that stay open',
      `${clf} - 200 200 - GET https h "/p" [Client 203.0.113.9] [Length 1] "${'\\"'.repeat(30_000)}`,
    ],
    ['quotes everywhere', `203.0.113.9 - - ${clf} ${get} 200 512 ${'" '.repeat(30_000)}`],
    ['addresses everywhere', `203.0.113.9 - - ${clf} ${get} 200 512 "-" "x" ${'"198.51.100.7" '.repeat(4_000)}`],
    ['brackets everywhere', '[10/Oct/2026:13:55:36 +0000] '.repeat(2_000)],
  ])('with %s takes little time', (_, line) => {
    let before = process.cpuUsage();
    read(line);
    let { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
  });

  it.each(['"-" "198.51.100.7"', '"198.51.100.7" "curl/8.5.0"'])('has the address of its sender: %s', (quoted) => {
    let line = `10.0.0.7 - - ${clf} ${get} 200 512 ${quoted}`;
    expect(read(line)).toMatchObject({ address: '10.0.0.7' });
  });

  it('cannot give another address by its user agent', () => {
    let line = `203.0.113.9 - - ${clf} ${get} 200 512 "-" "198.51.100.7"`;
    expect(read(line)).toMatchObject({ address: '203.0.113.9', agent: '198.51.100.7' });
  });
});
