/**
 * The rules of an edge node, from PostgreSQL: all of them after each connection, then those of
 * owners that change. While PostgreSQL is down, the node uses the last rules.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RulesChange } from 'contract/edge/edge-rules';
import { hourMs } from 'contract/floor/time';
import { listenForNotifications, type PgNotifications } from 'gateway/floor/db/pg-notifications';
import { openMigratedRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { feedRules, type RulesFeed } from 'gateway/packages/rules-feed';
import type { OpenEdge } from './edge';
import type { RulesCache } from './rules-cache';
import type { ReceivedRules, OwnerLine } from './link-lines';
import { SettingsError, type Settings } from './settings';
import { refuseOtherKey, sharedSealer } from './shared-secrets';
import type { SharedPeriods } from './shared-periods';

export interface NodeRules {
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface NodeRulesParts {
  settings: Settings & { DATABASE_URL: string };
  rules: RulesCache;
  salts: OpenEdge['salts'];
  periods: SharedPeriods;
  /** Called when SECRETS_ENCRYPTION_KEY is not that of the installation; nothing was written. */
  refused(error: SettingsError): void;
  log: Logger;
}

const againAfterMs = 2_000;
const tryEveryMs = 1_000;
const noPeriod = 'could not fetch the visitor period';

export function followRules({ settings, rules, salts, periods, refused, log }: NodeRulesParts): NodeRules {
  let sealer = sharedSealer(settings);
  let own = { domain: settings.GATEWAY_DOMAIN, publicUrl: settings.PUBLIC_URL };
  let closing = new AbortController();
  let catching = new AbortController();
  let records: Records | undefined;
  let feed: RulesFeed | undefined;
  let hearing: PgNotifications | undefined;
  let isWhole = false;

  /** The first change has all owners that have rules. */
  function take(changed: RulesChange): void {
    let news = new Map<string, ReceivedRules>();
    for (let [owner, has] of changed) {
      let line = has ? JSON.stringify({ owner, rules: has } satisfies OwnerLine) : '';
      if (line !== (rules.lines.get(owner) ?? '')) news.set(owner, { line, rules: has });
    }
    if (!isWhole)
      for (let owner of rules.lines.keys()) if (!changed.has(owner)) news.set(owner, { line: '', rules: null });
    if (!isWhole || news.size > 0) rules.take(news);
    isWhole = true;
  }

  async function share(): Promise<void> {
    await periods.fetch(records!, sealer, { rotation: salts.rotation(), now: Date.now() });
    salts.share();
  }

  function shareSoon(): void {
    share().catch((error: unknown) => log.warn({ err: error }, noPeriod));
  }

  /** Retries until it succeeds or the connection is replaced. */
  async function untilItPasses(work: () => Promise<unknown>, failed: string): Promise<void> {
    let signal = AbortSignal.any([closing.signal, catching.signal]);
    for (let hasSaid = false; !signal.aborted; hasSaid = true)
      try {
        return void (await work());
      } catch (error) {
        if (!hasSaid) log.warn({ err: error }, failed);
        await pause(tryEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
  }

  async function open(): Promise<void> {
    records = await openMigratedRecords({ databaseUrl: settings.DATABASE_URL });
    await refuseOtherKey(records, sealer);
    // Before the first rules, which create salts for their owners. Rules matter more than common
    // salts.
    await share().catch((error: unknown) => log.warn({ err: error }, noPeriod));
    feed = feedRules(records, own, take, log);
    await feed.ready;
    hearing = listenForNotifications({
      databaseUrl: settings.DATABASE_URL,
      changed: (owners) => void feed?.changed(owners),
      connected() {
        catching.abort();
        catching = new AbortController();
        void untilItPasses(share, noPeriod);
        void untilItPasses(async () => feed?.readAgain(), 'the rules could not be refreshed');
      },
      log,
    });
  }

  async function openUntilItIs(): Promise<void> {
    let said: string | undefined;
    while (!hearing && !closing.signal.aborted)
      await open().catch(async (error: Error) => {
        if (error instanceof SettingsError) {
          refused(error);
          closing.abort();
        }
        if (said !== error.message) log.error({ err: error }, 'no rules from PostgreSQL; using the last known ones');
        said = error.message;
        feed?.close();
        await records?.destroy().catch(() => undefined);
        await pause(againAfterMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      });
  }

  let opening = openUntilItIs();
  let timer = setInterval(() => void (hearing && shareSoon()), hourMs).unref();

  return {
    isConnected: () => hearing?.isConnected() ?? false,
    async close() {
      closing.abort();
      clearInterval(timer);
      feed?.close();
      await opening;
      await hearing?.close();
      await records?.destroy().catch(() => undefined);
    },
  };
}
