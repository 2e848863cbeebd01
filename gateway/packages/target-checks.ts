/**
 * Asks registries and targets of packages with fallbacks once a minute whether they work, for their
 * page and for alerts. Edges ask for themselves, more often: what they do does not depend on this.
 */
import type { Logger } from 'pino';
import { secondMs } from 'contract/floor/time';
import { PrivateTargetError, type PrivateTargets } from 'net/private-targets';
import { insecureRegistries, probeUrl } from 'net/registry-origin';
import { addressesInTurn, askTarget, createQuestionTurns, hostOf, type OwnedTarget } from 'net/target-questions';
import { timeLimit } from 'net/time-limit';
import type { TargetStateRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';
import { createJobs, type Jobs } from '../floor/jobs';
import { packagesWithFallbacks } from './fallback-targets';

interface TargetChecksParts {
  records: Records;
  privateTargets: PrivateTargets;
  /** Registries without TLS, besides those of this machine. */
  insecureRegistries: readonly string[];
  /** Called when a target is found to be away. */
  foundAway(): void;
  clock(): number;
  log: Logger;
}

export interface TargetChecks {
  /** Asks all targets once. */
  run(): Promise<void>;
  /** Resolves when the store can be closed. */
  close(): Promise<void>;
}

/** Targets that have no turn until then keep their state. */
const roundLimitMs = 40 * secondMs;
/** Addresses of one owner at one host in a round; of more, those that were not asked for longest. */
const ofHostMax = 12;

export function startTargetChecks(parts: TargetChecksParts, jobs: Jobs = createJobs(parts.clock)): TargetChecks {
  let closing = new AbortController();
  let askedAt = new Map<string, number>();
  let job = jobs.start(
    'target-checks',
    () => checkAll(parts, askedAt, closing.signal),
    (error) => parts.log.error({ err: error }, 'targets of packages not checked'),
  );
  return {
    run: job.run,
    close() {
      closing.abort();
      return job.stop();
    },
  };
}

async function checkAll(parts: TargetChecksParts, askedAt: Map<string, number>, stopped: AbortSignal): Promise<void> {
  let { records, clock, privateTargets } = parts;
  let targets = await targetsToAsk(parts);
  let all = addressesInTurn(targets);
  let owners = dueOf(all, askedAt);
  let known = targets.filter(({ address }) => all.has(address));
  let addresses = new Map(known.map(({ target, address }) => [target, address]));
  let before = await statesOf(records, [...addresses.keys()]);
  let inTurn = createQuestionTurns();
  let round = timeLimit(roundLimitMs, stopped);
  let answers = [...owners].map(async ([address, ofOwners]) => {
    let ask = async () => {
      if (round.aborted) return undefined;
      askedAt.set(address, clock());
      return { state: await stateOf(address, privateTargets, stopped) };
    };
    return [address, await inTurn(ofOwners, ask)] as const;
  });
  let found = new Map(await Promise.all(answers));
  for (let address of askedAt.keys()) if (!all.has(address)) askedAt.delete(address);
  if (stopped.aborted) return;
  let rows = [...addresses].flatMap(([target, address]): TargetStateRow[] => {
    let known = before.get(target);
    let answer = found.get(address);
    let state = answer ? answer.state : known?.state;
    return state ? [{ target, state, since: known?.state === state ? known.since : clock() }] : [];
  });
  await records.transaction().execute(async (change) => {
    await change.deleteFrom('target_states').execute();
    if (rows.length > 0) await change.insertInto('target_states').values(rows).execute();
  });
  if (rows.some(({ target, state }) => state === 'away' && before.get(target)?.state !== 'away')) parts.foundAway();
}

/** Those of a round. */
function dueOf(all: ReadonlyMap<string, Set<string>>, askedAt: ReadonlyMap<string, number>): Map<string, Set<string>> {
  let counts = new Map<string, number>();
  let inOrder = [...all].sort(([a], [b]) => (askedAt.get(a) ?? 0) - (askedAt.get(b) ?? 0));
  return new Map(
    inOrder.filter(([address, owners]) => {
      let keys = [...owners].map((ownerId) => `${ownerId} ${hostOf(address)}`);
      let isDue = keys.some((key) => (counts.get(key) ?? 0) < ofHostMax);
      if (isDue) for (let key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      return isDue;
    }),
  );
}

async function targetsToAsk({ records, insecureRegistries: listed }: TargetChecksParts): Promise<OwnedTarget[]> {
  let insecure = insecureRegistries(listed);
  let packages = await packagesWithFallbacks(records);
  return packages.flatMap(({ item: { owner_id, type }, first, fallbacks }) =>
    [...first, ...fallbacks].map((target) => ({
      ownerId: owner_id,
      target,
      address: probeUrl({ type, target }, insecure),
    })),
  );
}

/** Undefined for a target that this gateway may not reach. */
async function stateOf(address: string, allowed: PrivateTargets, stopped: AbortSignal) {
  try {
    return (await askTarget(address, allowed, stopped)).state;
  } catch (error) {
    if (error instanceof PrivateTargetError) return undefined;
    throw error;
  }
}

/** Those that were asked, by target. */
export async function statesOf(
  records: Records,
  targets: readonly string[],
): Promise<ReadonlyMap<string, TargetStateRow>> {
  if (targets.length === 0) return new Map();
  let rows = await records.selectFrom('target_states').selectAll().where('target', 'in', targets).execute();
  return new Map(rows.map((row) => [row.target, row]));
}
