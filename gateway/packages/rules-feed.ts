/**
 * Tells the edge its rules: all of them at first, after each change those of the owners that
 * changed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OwnerRules, RulesChange } from 'contract/edge/edge-rules';
import { onOwnersChanged } from '../floor/db/owner-transaction';
import type { Records } from '../floor/db/schema';
import { loadRules } from './edge-rules';
import type { OwnAddresses } from './hosts/hosts';

/** Puts rules in force, in the order of the calls; a change is answered when it resolves. */
export type TakeRules = (changed: RulesChange) => void | Promise<void>;

export interface RulesFeed {
  /** Resolves when the rules were taken for the first time. */
  ready: Promise<void>;
  /** Reads what these owners have once more. */
  changed(owners: Iterable<string>): Promise<void>;
  /** Reads what all owners have once more, some owners at a time. */
  readAgain(): Promise<void>;
  close(): void;
}

/** Milliseconds until rules that could not be read are asked for again. */
const retryMs = 1_000;
/** How often all rules are read again, for changes by others that were not announced. */
const readAgainMs = 5 * 60_000;
const ownersAtOnce = 25;

/** A reading that has not started; changes until then share it. */
interface Reading {
  owners: Set<string>;
  /** Resolves when the rules are taken, or could not be read and will be later. */
  taken: Promise<void>;
}

/** Starts reading. An announced change is done when `take` has it. */
export function feedRules(records: Records, own: OwnAddresses, take: TakeRules, log: Logger): RulesFeed {
  let isClosed = false;
  let known = new Set<string>();
  let next: Reading | null = null;

  /** Reads and sends; resolves when the rules are taken, which later readings do not wait for. */
  async function tell(owners?: readonly string[]): Promise<{ taken: void | Promise<void> }> {
    let found = await loadRules(records, own, owners);
    let changed = new Map<string, OwnerRules | null>(found);
    for (let owner of owners ?? []) {
      if (!found.has(owner)) changed.set(owner, null);
      known.delete(owner);
    }
    for (let owner of found.keys()) known.add(owner);
    return { taken: take(changed) };
  }

  function report(error: unknown): void {
    if (!isClosed) log.error({ err: error }, 'could not read the edge rules');
  }

  async function tellAll(): Promise<{ taken: void | Promise<void> }> {
    for (;;)
      try {
        return await tell();
      } catch (error) {
        report(error);
        await pause(retryMs, undefined, { ref: false });
        if (isClosed) return { taken: undefined };
      }
  }

  let first = tellAll();
  /** The last reading started or queued: they run one after another. */
  let last: Promise<unknown> = first;

  function changed(owners: Iterable<string>): Promise<void> {
    next ??= startNext();
    for (let owner of owners) next.owners.add(owner);
    return next.taken;
  }

  function startNext(): Reading {
    let owners = new Set<string>();
    let told = last.then(() => {
      next = null;
      return tell([...owners]);
    });
    let taken = told.then(
      (telling) => telling.taken,
      (error: unknown) => {
        report(error);
        if (!isClosed) setTimeout(() => void changed(owners), retryMs).unref();
      },
    );
    last = told.catch(() => undefined);
    return { owners, taken };
  }

  async function readAgain(): Promise<void> {
    let rows = await records.selectFrom('owners').select('id').execute();
    // Those that are gone are among the known ones.
    let owners = [...new Set([...known, ...rows.map(({ id }) => id)])];
    for (let i = 0; i < owners.length && !isClosed; i += ownersAtOnce) await changed(owners.slice(i, i + ownersAtOnce));
  }

  let stopListening = onOwnersChanged(records, changed);
  let isReading = false;
  let timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    void readAgain()
      .catch(report)
      .finally(() => (isReading = false));
  }, readAgainMs).unref();

  return {
    ready: first.then(({ taken }) => taken),
    changed,
    readAgain,
    close() {
      isClosed = true;
      clearInterval(timer);
      stopListening();
    },
  };
}
