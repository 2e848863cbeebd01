/** The dashboard on Express: built files, compression, headers, then Remix. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { constants } from 'node:zlib';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import { clientAddress, settleHost } from 'net/proxies';
import { requestIdHeader } from 'net/request-id';
import { noteInSpan } from 'net/tracing';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import sirv from 'sirv';
import { commonHeaders } from '../app/http/security-headers.server';
import { isSameOrigin } from '../app/session/origin.server';
import { refuseAmbiguous, reportFailure } from './validate-request';
import { answerDoctor, doctorPath } from './doctor-answer';
import { previousAssets } from './previous-assets';
import type { OpenGateway } from './gateway';
import { unavailableText } from './unavailable';
import { observePages } from './page-metrics';
import { limitPages, type ReadSession } from './page-concurrency';
import { remixHandler } from './remix-handler';
import { hostSettings, productFolder, type Settings } from './settings';

const yearSeconds = 31_536_000;
const brotli = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** The built pages, or those of the development server. */
export interface Pages {
  files: RequestHandler;
  build: ServerBuild | (() => Promise<ServerBuild>);
  close(): Promise<void>;
}

export async function createDashboard(
  settings: Settings,
  embedded:
    | (Pick<OpenGateway, 'api' | 'ask' | 'attributions' | 'problem'> &
        Partial<Pick<OpenGateway, 'storesVersion'>> & { metrics?: Registry })
    | undefined,
  { files, build }: Pages,
  log: Logger,
): Promise<RequestListener> {
  let app = express();
  app.disable('x-powered-by');
  let always = alwaysSent(settings.PUBLIC_URL);
  app.use((_request, response, next) => {
    for (let [name, value] of always) response.setHeader(name, value);
    setOtherwise(response);
    next();
  });
  app.use(refuseAmbiguous);
  app.get('/readyz', (_request, response) => {
    let problem = embedded?.problem();
    response.status(problem === undefined ? 200 : 503).type('text');
    response.send(`${problem === undefined ? 'ready' : unavailableText}\n`);
  });
  app.get(doctorPath, answerDoctor(settings));
  app.use(files);
  app.use(compression({ brotli: { params: brotli } } as compression.CompressionOptions));
  app.use(observePages(log, embedded?.metrics));
  app.use(refuseForeignPosts(settings, log));
  app.use(limitPages(() => signedInAsOf(build), settings.TRUST_PROXY));
  app.use(
    remixHandler({
      build,
      mode: settings.NODE_ENV,
      contextOf: (request, { locals }, gone) => ({
        gateway: embedded?.api,
        ...(embedded && { ask: embedded.ask }),
        attributions: embedded?.attributions,
        storesVersion: embedded?.storesVersion,
        clientAddress: clientAddress(request, settings.TRUST_PROXY),
        clientAgent: request.get('user-agent'),
        requestId: request.get(requestIdHeader),
        noteRoute: (pattern) => noteInSpan({ 'http.route': pattern }, `${request.method} ${pattern}`),
        busy: locals.busy,
        clientGone: gone,
        isDocument: !request.path.endsWith('.data'),
        hasCommonHeaders: true,
        rawBody: null,
        startedAt: performance.now(),
        calls: [],
      }),
    }),
  );
  app.use(reportFailure(log));
  let settle = settling(settings);
  return (request, response) => {
    settle(request);
    app(request, response);
  };
}

/**
 * Settles the host of a request. A form of a page at PUBLIC_URL counts as sent to PUBLIC_URL,
 * for any `Host` that a proxy forwards, because Remix and the guards compare `Origin` with `Host`.
 */
function settling(settings: Settings): (request: IncomingMessage) => void {
  let { origin, host } = new URL(settings.PUBLIC_URL);
  let hosts = hostSettings(settings, host);
  return (request) => {
    settleHost(request, hosts);
    if (request.headers.origin === origin) request.headers.host = host;
  };
}

/** Reads sessions with the cookie code of the pages. */
async function signedInAsOf(build: Pages['build']): Promise<ReadSession> {
  let { entry } = typeof build === 'function' ? await build() : build;
  return (entry.module as typeof entry.module & { signedInAs: ReadSession }).signedInAs;
}

/** Only badges and charts of share links may be embedded by other hosts. */
const { 'cross-origin-resource-policy': resourcePolicy, ...common } = commonHeaders;

/**
 * Headers of every response. The content security policy of a page, with its nonce, is set where
 * the page is rendered.
 */
function alwaysSent(publicUrl: string): [name: string, value: string][] {
  let headers = new Map<string, string>();
  let set = helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: false,
    strictTransportSecurity: transportSecurity(publicUrl),
  });
  let sent = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: () => undefined,
  };
  set({} as IncomingMessage, sent as unknown as ServerResponse, () => undefined);
  for (let [name, value] of Object.entries(common)) headers.set(name, value);
  return [...headers];
}

/** Defaults: not cached, not rendered as a page, and only for pages of this host. */
const otherwise = {
  'cross-origin-resource-policy': resourcePolicy,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** A policy matters only for what a browser renders; it would cost 70 bytes on each script. */
const onlyRead = new Set(['text/javascript; charset=utf-8', 'text/css; charset=utf-8']);

/** After Remix, which appends to existing headers. */
function setOtherwise(response: express.Response): void {
  let writeHead = response.writeHead.bind(response) as (...given: unknown[]) => express.Response;
  response.writeHead = (...given: unknown[]) => {
    for (let [name, value] of Object.entries(otherwise)) if (!response.hasHeader(name)) response.setHeader(name, value);
    let policy = String(response.getHeader('content-security-policy'));
    // X-Frame-Options cannot allow other sites to frame a page, as the policy of an embedded chart
    // does.
    if (policy.includes('frame-ancestors *')) response.removeHeader('x-frame-options');
    if (onlyRead.has(String(response.getHeader('content-type')))) response.removeHeader('content-security-policy');
    return writeHead(...given);
  };
}

/** The pages as `npm run build` made them, without files of previous versions. */
export async function builtPages(): Promise<Pages> {
  let build: ServerBuild = await import(path.join(productFolder, 'build/server/index.js'));
  return { files: builtFiles(), build, close: async () => undefined };
}

/** Includes the files of pages that were open during an upgrade. */
export async function builtAndPreviousPages({ DATA_DIR }: Settings, log: Logger): Promise<Pages> {
  let pages = await builtPages();
  let earlier = previousAssets(builtFolder, DATA_DIR, log);
  if (earlier === undefined) return pages;
  let answerEarlier = builtFiles(earlier);
  return {
    ...pages,
    files: (request, response, next) => pages.files(request, response, () => answerEarlier(request, response, next)),
  };
}

const textTypes: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.txt': 'text/plain' };

/** Headers that matter only for pages; on each file they would cost half a kilobyte. */
const aboutPages = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const builtFolder = path.join(productFolder, 'build/client');

/** The files of a folder, as listed at the start. */
export function builtFiles(folder = builtFolder): RequestHandler {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      // A file that a new build deleted ends its response, not the process.
      response.once('pipe', (file) => file.once('error', () => response.destroy()));
      let isHashed = pathname.startsWith('/assets/');
      response.setHeader(
        'cache-control',
        isHashed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600',
      );
      for (let name of aboutPages) response.removeHeader(name);
      let ending = path.extname(pathname);
      let type = textTypes[ending];
      if (type) response.setHeader('content-type', `${type}; charset=utf-8`);
      // sirv does not know this type.
      if (ending === '.ico') response.setHeader('content-type', 'image/x-icon');
    },
  });
}

/** HSTS only with https, and only for this host: sibling hosts may belong to others. */
function transportSecurity(publicUrl: string) {
  return publicUrl.startsWith('https:') && { maxAge: yearSeconds, includeSubDomains: false };
}

/** Remix refuses cross-site posts with an empty 500; this responds first, with a message. */
function refuseForeignPosts({ TRUST_PROXY, PUBLIC_URL }: Settings, log: Logger): RequestHandler {
  // A page at our host without TLS is another site: anyone on the network path can forge it.
  let withoutTls = PUBLIC_URL.startsWith('https:') ? new URL(PUBLIC_URL).origin.replace('https:', 'http:') : null;
  return (request, response, next) => {
    let { origin } = request.headers;
    let reads = request.method === 'GET' || request.method === 'HEAD';
    let isOwn = origin !== withoutTls && isSameOrigin(new Headers(request.headers as Record<string, string>));
    if (reads || isOwn) return next();
    log.info(
      {
        origin,
        path: request.path,
        address: clientAddress(request, TRUST_PROXY),
        request: request.get(requestIdHeader),
      },
      'post from another site refused',
    );
    response.status(403).type('text').send('This form was sent from another site.\n');
  };
}
