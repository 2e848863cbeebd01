/**
 * Uses of tokens: time, address and program are collected in memory and written together every few
 * seconds, so that no call waits for them or fails with them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { dayMs } from 'contract/floor/time';
import { recordAudit, type ActorContext } from '../../floor/audit';
import type { Records } from '../../floor/db/schema';
import { type Caller, sessionMs } from './tokens';

/** A token is noted once in this time. */
const noteEveryMs = 60_000;
const writeEveryMs = 5_000;
const rememberedMax = 10_000;
/** Rows in one commit, which blocks the process for a few milliseconds. */
const perCommitMax = 100;

export type Use = Pick<ActorContext, 'address' | 'agent' | 'time'>;

export interface TokenUses {
  /** Notes a use, at most once a minute for each token; never throws. */
  note(caller: Caller, use: Use): void;
  failures(): number;
  /**
   * Writes the collected uses; resolves when that is done, or has failed and waits for the next
   * time.
   */
  idle(): Promise<void>;
}

interface Noted {
  caller: Caller;
  use: Use;
}

export function createTokenUses(records: Records, log: Logger): TokenUses {
  // Calls at the same moment all see the same last use.
  let known = new LRUCache<string, number>({ max: rememberedMax });
  let noted = new LRUCache<string, Noted>({ max: rememberedMax });
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let failures = 0;
  let hasFailed = false;

  function later(): void {
    timer ??= setTimeout(() => void write(), writeEveryMs).unref();
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return (writing ??= writeAll().finally(() => (writing = undefined)));
  }

  async function writeAll(): Promise<void> {
    while (noted.size > 0) {
      let some = [...noted.entries()].slice(0, perCommitMax);
      try {
        await records.transaction().execute(async (change) => {
          for (let [, { caller, use }] of some)
            await (caller.scopes === null ? writeSession : writeApiToken)(change, caller, use);
        });
      } catch (error) {
        failures += 1;
        if (!hasFailed) log.warn({ err: error }, 'token uses cannot be written; retrying');
        hasFailed = true;
        return later();
      }
      hasFailed = false;
      for (let [id, one] of some) if (noted.peek(id) === one) noted.delete(id);
      await nextTurn();
    }
  }

  return {
    note(caller, use) {
      let last = Math.max(caller.lastUsedAt ?? 0, known.get(caller.tokenId) ?? 0);
      if (use.time - last < noteEveryMs) return;
      known.set(caller.tokenId, use.time);
      noted.set(caller.tokenId, { caller, use });
      later();
    },
    failures: () => failures,
    async idle() {
      await writing;
      await write();
    },
  };
}

async function writeSession(change: Records, { tokenId }: Caller, { address, agent, time }: Use): Promise<void> {
  await change
    .updateTable('tokens')
    .set({ address, agent, last_used_at: time, expires_at: time + sessionMs })
    .where('id', '=', tokenId)
    .execute();
}

/** The first use of each UTC day is logged, once even with several at the same moment. */
async function writeApiToken(change: Records, { tokenId, tokenName, user }: Caller, use: Use): Promise<void> {
  let { address, agent, time } = use;
  let used = { address, agent, last_used_at: time };
  let dayStart = time - (time % dayMs);
  let { numUpdatedRows } = await change
    .updateTable('tokens')
    .set(used)
    .where('id', '=', tokenId)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', dayStart)]))
    .executeTakeFirst();
  let act = { ...use, actor: user, actingAs: null };
  if (numUpdatedRows > 0n) await recordAudit(change, act, { action: 'token-used', owner: user, target: tokenName });
  else await change.updateTable('tokens').set(used).where('id', '=', tokenId).execute();
}
