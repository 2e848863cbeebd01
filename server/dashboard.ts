/** The dashboard behind Express: built files first, then compression, headers and Remix. */
import path from 'node:path';
import { constants } from 'node:zlib';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Express } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import sirv from 'sirv';
import { commonHeaders } from '../app/security-headers.server';
import { isSameOrigin } from '../app/session/origin.server';
import type { OpenGateway } from './gateway';
import type { Settings } from './settings';

const yearSeconds = 31_536_000;
const brotli = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** The dashboard's request handler; in development with hot reload. */
export async function createDashboard(
  settings: Settings,
  embedded: Pick<OpenGateway, 'api' | 'attributions'> | undefined,
  log: Logger,
): Promise<{ handle: Express; close(): Promise<void> }> {
  let vite =
    settings.NODE_ENV === 'production'
      ? undefined
      : await import('vite').then((v) => v.createServer({ server: { middlewareMode: true } }));
  let build = vite
    ? () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
    : ((await import(path.resolve('build/server/index.js'))) as ServerBuild);

  let app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', settings.TRUST_PROXY);
  app.use(vite ? vite.middlewares : builtFiles());
  app.use(compression({ brotli: { params: brotli } } as compression.CompressionOptions));
  app.use(requestLog(log));
  // The page's own policy, with its nonce, is set where the page is rendered.
  app.use(helmet({ contentSecurityPolicy: false }));
  app.use((_request, response, next) => {
    response.set(commonHeaders);
    next();
  });
  app.use(refuseForeignPosts);
  app.all(
    '*',
    createRequestHandler({
      build,
      mode: settings.NODE_ENV,
      getLoadContext: (request) => ({
        gateway: embedded?.api,
        attributions: embedded?.attributions,
        clientAddress: request.ip,
        clientAgent: request.get('user-agent'),
        hasCommonHeaders: true,
      }),
    }),
  );
  return { handle: app, close: async () => vite?.close() };
}

function builtFiles() {
  return sirv('build/client', {
    brotli: true,
    gzip: true,
    setHeaders: (response, pathname) =>
      response.setHeader(
        'cache-control',
        pathname.startsWith('/assets/') ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600',
      ),
  });
}

function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    quietReqLogger: true,
    useLevel: 'debug',
    autoLogging: log.isLevelEnabled('debug'),
    redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
  });
}

/** Remix refuses posts from other sites with an empty 500; this answers first, with a sentence. */
function refuseForeignPosts(request: express.Request, response: express.Response, next: express.NextFunction): void {
  let reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads || isSameOrigin(new Headers(request.headers as Record<string, string>))) return next();
  response.status(403).type('text').send('This form was sent from another site.\n');
}
