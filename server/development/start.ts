/**
 * `npm run dev`: the product with hot reload. The only module that imports the development server,
 * so that no bundle contains it.
 */
import { watch } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerBuild } from '@remix-run/node';
import { createServer } from 'vite';
import { endWith, runRole, sayReady, start } from '../../server';
import type { Pages } from '../dashboard';
import { createLog } from '../log';
import { readSettings, type Settings } from '../settings';
import { exitOnUncaughtError, stopOnSignal, wholeLimitMs } from '../shutdown';
import type { Programs } from '../supervisor';

/** Folders whose files a page may request, besides `public`. */
const served = ['app', 'contract', 'node_modules'];
/** Vite's own list, and every file that may contain a secret. */
const neverServed = ['.env', '.env.*', '*.{crt,pem,key}', '**/.git/**', 'secrets.json', '*.{sqlite,duckdb,eml}'];
const loopback = '127.0.0.1';

/** Pages and files from the sources. The websocket of hot reload listens on this machine only. */
export async function developmentPages({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Promise<Pages> {
  let vite = await createServer({
    server: {
      middlewareMode: true,
      hmr: { host: loopback },
      fs: {
        strict: true,
        allow: served.map((folder) => path.resolve(folder)),
        deny: [...neverServed, `${path.resolve(DATA_DIR)}/**`],
      },
    },
  });
  return {
    files: vite.middlewares,
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    close: () => vite.close(),
  };
}

/** Refuses other addresses than this machine's, as sources are served. */
export function requireLoopback({ HOST }: Pick<Settings, 'HOST'>): void {
  let isLoopback = HOST === 'localhost' || HOST === '::1' || (isIP(HOST) === 4 && HOST.startsWith('127.'));
  if (!isLoopback)
    throw new Error(`Settings: HOST must be a loopback IP address under npm run dev, such as ${loopback}`);
}

/** What Vite does not reload: it runs outside of the pages. */
const replacedBy = ['contract', 'edge', 'gateway', 'journal', 'matching', 'net', 'sealing', 'server', 'verification'];
/** An editor or a switch of branches writes several files. */
const settleMs = 100;

/**
 * Calls `replace` after a file in one of the folders has changed, and again if others change while
 * it runs; returns a function that ends this.
 */
export function replaceOnChange(replace: () => Promise<unknown>, folders: readonly string[] = replacedBy): () => void {
  let hasChanged = false;
  let isReplacing = false;
  async function replaceAll(): Promise<void> {
    isReplacing = true;
    while (hasChanged) {
      await pause(settleMs);
      hasChanged = false;
      await replace();
    }
    isReplacing = false;
  }
  let watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      hasChanged = true;
      if (!isReplacing) void replaceAll();
    }),
  );
  return () => watchers.forEach((one) => one.close());
}

/** Both roles run from the sources: the store side with hot reload of pages, through this file. */
function programs(): Programs {
  return {
    edge: ['--import', 'tsx', path.resolve(import.meta.dirname, '../../server.ts')],
    store: ['--import', 'tsx', import.meta.filename],
  };
}

async function main(): Promise<void> {
  let settings = readSettings(process.env);
  requireLoopback(settings);
  let log = createLog(settings);
  exitOnUncaughtError(log);
  if (settings.ROLE) return runRole(settings.ROLE, settings, log, () => developmentPages(settings));
  let running = await start(settings, log, programs());
  stopOnSignal(running.close, log, wholeLimitMs);
  replaceOnChange(() => running.ready.then(running.replace, () => false));
  await sayReady(running, log);
}

/** Tests import this file. */
if (process.argv[1] === import.meta.filename) main().catch(endWith);
