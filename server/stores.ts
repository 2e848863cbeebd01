/**
 * The stores of the store side and what serves them: opened with retries, and monitored while open.
 * While a store is down only the reason is served.
 */
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { TakeRules } from 'gateway/packages/rules-feed';
import { createDashboard, type Pages } from './dashboard';
import { openGateway, type OpenGateway } from './gateway';
import { openInstallationRecords } from './installation-records';
import type { OneOfMany } from './open-events';
import { installationSecrets, type InstallationSecrets } from './secrets';
import { SettingsError, type Settings } from './settings';
import { sharedSecrets } from './shared-secrets';

/** Milliseconds between attempts to open the stores, and between probes of open ones. */
const lookAfterMs = 2_000;
/** Consecutive failed probes before a store counts as down. */
const looksMin = 2;

interface OpenStores {
  gateway: OpenGateway;
  dashboard: RequestListener;
}

export interface Stores {
  /** Undefined while a store is down. */
  open(): OpenStores | undefined;
  /** The gateway, also while a store is down. */
  gateway(): OpenGateway | undefined;
  problem(): string;
  /** Files of the pages, which need no store; undefined until they are loaded. */
  files(): Pages['files'] | undefined;
  /** Resolves after the first attempt. Rejects when a setting is invalid. */
  tried: Promise<void>;
  /** Ends event streams, which would never finish. */
  endStreams(): void;
  close(): Promise<void>;
}

export interface StoresParts {
  settings: Settings;
  openPages: () => Promise<Pages>;
  /** The edge of this machine takes its rules; or one of many processes. */
  beside: TakeRules | OneOfMany;
  /** Called when the stores are open for the first time. */
  opened(gateway: OpenGateway): Promise<void>;
  log: Logger;
}

export function keepStoresOpen({ settings, openPages, beside, opened, log }: StoresParts): Stores {
  let pages: Pages | undefined;
  let stores: OpenStores | undefined;
  let problem: string | undefined = 'Opening stores. Migrations of a new version can take longer.';
  let looks = 0;
  let closing = new AbortController();

  async function open(): Promise<void> {
    let isAlone = typeof beside === 'function';
    let secrets = isAlone ? installationSecrets(settings.DATA_DIR) : await secretsOfMany(settings);
    process.env.SESSION_SECRETS ||= secrets.session;
    pages ??= await openPages().catch((error: Error) => {
      throw new SettingsError(error.message, { cause: error });
    });
    let gateway = await openGateway(settings, secrets, beside, log);
    stores = { gateway, dashboard: await createDashboard(settings, gateway, pages, log) };
    problem = undefined;
    await opened(gateway);
  }

  function failed(error: unknown): void {
    let sentence = error instanceof Error ? error.message : String(error);
    if (sentence !== problem) log.error({ err: error }, 'cannot open the stores; downloads still work');
    problem = sentence;
  }

  async function look({ gateway }: OpenStores): Promise<void> {
    let found = await gateway.trouble();
    looks = found === undefined ? 0 : looks + 1;
    if (found === undefined && problem !== undefined) log.info('the stores work again');
    if (found === undefined) problem = undefined;
    if (found === undefined || looks < looksMin) return;
    if (problem === undefined) log.error({ problem: found }, 'the stores are down; downloads still work');
    problem = found;
  }

  async function watch(): Promise<void> {
    for (;;) {
      await pause(lookAfterMs, undefined, { signal: closing.signal, ref: false });
      if (stores) await look(stores);
      else await open().then(() => log.info('the stores are open'), failed);
    }
  }

  let tried = open().catch((error: unknown) => {
    failed(error);
    if (error instanceof SettingsError) throw error;
  });
  tried.then(watch, watch).catch(() => undefined);

  return {
    open: () => (problem === undefined ? stores : undefined),
    gateway: () => stores?.gateway,
    problem: () => problem ?? '',
    files: () => pages?.files,
    tried,
    endStreams: () => stores?.gateway.endStreams(),
    async close() {
      closing.abort();
      await pages?.close();
      await stores?.gateway.close();
    },
  };
}

/** Reads the shared secrets, over a separate connection. */
export async function secretsOfMany(settings: Settings): Promise<InstallationSecrets> {
  let records = await openInstallationRecords(settings);
  return sharedSecrets(records, settings).finally(() => records.destroy());
}
