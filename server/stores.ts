/**
 * The stores of the store side with what answers over them: opened, again and again where they
 * cannot be, and watched while they are open. As long as something is wrong nothing but the reason
 * is answered.
 */
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { TakeRules } from 'gateway/packages/rules-feed';
import { createDashboard, type Pages } from './dashboard';
import { openGateway, type OneOfMany, type OpenGateway } from './gateway';
import { openInstallationRecords } from './installation-records';
import { installationSecrets, type InstallationSecrets } from './secrets';
import { SettingsError, type Settings } from './settings';
import { sharedSecrets } from './shared-secrets';

/** Milliseconds until stores that could not be opened are tried, and open ones are looked at. */
const lookAfterMs = 2_000;
/** Looks in a row that must find the same trouble in open stores: one that passes stops nobody. */
const looksMin = 2;

export interface OpenStores {
  gateway: OpenGateway;
  dashboard: RequestListener;
}

export interface Stores {
  /** What answers; undefined while something is wrong. */
  open(): OpenStores | undefined;
  /** The gateway, also while something is wrong with its stores. */
  gateway(): OpenGateway | undefined;
  /** What is wrong, and what to do. */
  problem(): string;
  /** Files of the pages, which need no store; undefined until they are loaded. */
  files(): Pages['files'] | undefined;
  /** Resolves after the first try. Rejects where a setting is wrong. */
  tried: Promise<void>;
  /** Ends what would be answered for ever. */
  endStreams(): void;
  close(): Promise<void>;
}

export interface StoresParts {
  settings: Settings;
  openPages: () => Promise<Pages>;
  /** The edge of this machine takes its rules; or one of many processes, which runs no jobs. */
  beside: TakeRules | OneOfMany;
  /** Called when the stores are open for the first time. */
  opened(gateway: OpenGateway): Promise<void>;
  log: Logger;
}

/** Begins to open the stores. */
export function keepStoresOpen({ settings, openPages, beside, opened, log }: StoresParts): Stores {
  let pages: Pages | undefined;
  let stores: OpenStores | undefined;
  let problem: string | undefined = 'The stores are being opened. This takes longer where a new version changes them.';
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
    if (sentence !== problem) log.error({ err: error }, 'the stores cannot be opened; downloads are served');
    problem = sentence;
  }

  async function look({ gateway }: OpenStores): Promise<void> {
    let found = await gateway.trouble();
    looks = found === undefined ? 0 : looks + 1;
    if (found === undefined && problem !== undefined) log.info('the stores are well again');
    if (found === undefined) problem = undefined;
    if (found === undefined || looks < looksMin) return;
    if (problem === undefined) log.error({ problem: found }, 'the stores do not work; downloads are served');
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

/** The secrets of an installation of many processes, with connections of their own. */
export async function secretsOfMany(settings: Settings): Promise<InstallationSecrets> {
  let records = await openInstallationRecords(settings);
  return sharedSecrets(records, settings).finally(() => records.destroy());
}
