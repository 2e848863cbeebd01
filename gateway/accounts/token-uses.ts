/**
 * When, from where and by what tokens are used. Written after the answer, so that a store that
 * cannot be written fails no reading.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { dayMs } from 'contract/time';
import * as limits from 'contract/limits';
import { recordAudit, type Act } from '../administration/audit';
import type { Records } from '../db/schema';
import type { Caller } from './tokens';

const everyMs = 60_000;
const rememberedMax = 10_000;

/** Where and by what a token is used, and when. */
export type Use = Pick<Act, 'address' | 'agent' | 'time'>;

export interface TokenUses {
  /** Writes a use down, at most once a minute for each token; never throws. */
  note(caller: Caller, use: Use): void;
  /** How many uses could not be written. */
  failures(): number;
  /** Resolves when nothing is being written. */
  idle(): Promise<void>;
}

export function createTokenUses(records: Records, log: Logger): TokenUses {
  // Calls that come together all see the same time of last use, and one that failed is not tried
  // with each call.
  let tried = new LRUCache<string, number>({ max: rememberedMax });
  let pending = new Set<Promise<void>>();
  let failures = 0;
  return {
    note(caller, use) {
      let last = Math.max(caller.lastUsedAt ?? 0, tried.get(caller.tokenId) ?? 0);
      if (use.time - last < everyMs) return;
      tried.set(caller.tokenId, use.time);
      // In a turn of its own, so that the answer is on its way first.
      let writing = nextTurn()
        .then(() => (caller.scopes === null ? writeSession : writeApiToken)(records, caller, use))
        .catch((error: unknown) => {
          failures++;
          log.warn({ err: error }, 'the use of a token was not noted');
        })
        .finally(() => pending.delete(writing));
      pending.add(writing);
    },
    failures: () => failures,
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

async function writeSession(records: Records, { tokenId }: Caller, { address, agent, time }: Use): Promise<void> {
  await records
    .updateTable('tokens')
    .set({ address, agent, last_used_at: time, expires_at: time + limits.sessionMs })
    .where('id', '=', tokenId)
    .execute();
}

/**
 * The first use of each UTC day goes into the audit log, once even when several come at the same
 * moment.
 */
async function writeApiToken(records: Records, { tokenId, tokenName, user }: Caller, use: Use): Promise<void> {
  let { address, agent, time } = use;
  let used = { address, agent, last_used_at: time };
  let dayStart = time - (time % dayMs);
  await records.transaction().execute(async (change) => {
    let { numUpdatedRows } = await change
      .updateTable('tokens')
      .set(used)
      .where('id', '=', tokenId)
      .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', dayStart)]))
      .executeTakeFirst();
    let act = { ...use, actor: user, actingAs: null };
    if (numUpdatedRows > 0n) await recordAudit(change, act, { action: 'token-used', owner: user, target: tokenName });
    else await change.updateTable('tokens').set(used).where('id', '=', tokenId).execute();
  });
}
