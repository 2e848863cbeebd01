/**
 * Asks registries and targets of packages with fallbacks once a minute whether they work, for their
 * page and for alerts. Edges ask for themselves, more often: what they do does not depend on this.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Logger } from 'pino';
import { failureOf, type TargetState } from 'contract/packages/fallback-targets';
import { secondMs } from 'contract/shared/time';
import { PrivateTargetError, socketRules, type PrivateTargets } from 'net/private-targets';
import { type InsecureRegistry, probeUrl } from 'net/registry-origin';
import { timeLimit } from 'net/time-limit';
import type { TargetStateRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';
import { createFairQueue } from '../floor/fair-queue';
import { createJobs, type Jobs } from '../floor/jobs';
import { targetCheckLimit } from '../floor/work-limits';
import { packagesWithFallbacks } from './fallback-targets';

interface TargetChecksParts {
  records: Records;
  privateTargets: PrivateTargets;
  insecure: InsecureRegistry;
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

const answerLimitMs = 5 * secondMs;
/** Targets that have no turn until then keep their state. */
const roundLimitMs = 40 * secondMs;
/** As many as an edge watches. */
const targetsMax = 1_000;

export function startTargetChecks(parts: TargetChecksParts, jobs: Jobs = createJobs(parts.clock)): TargetChecks {
  let closing = new AbortController();
  let job = jobs.start(
    'target-checks',
    () => checkAll(parts, closing.signal),
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

async function checkAll(parts: TargetChecksParts, stopped: AbortSignal): Promise<void> {
  let { records, clock } = parts;
  let targets = await targetsToAsk(parts);
  let before = await statesOf(
    records,
    targets.map(({ target }) => target),
  );
  let queue = createFairQueue(targetCheckLimit);
  let round = timeLimit(roundLimitMs, stopped);
  let asked = targets.map(({ ownerId, target, url }) =>
    queue.goOn(ownerId, async () => ({
      target,
      state: round.aborted ? before.get(target)?.state : await stateOf(new URL(url), parts.privateTargets, stopped),
    })),
  );
  let found = await Promise.all(asked);
  if (stopped.aborted) return;
  let rows = found.flatMap(({ target, state }): TargetStateRow[] => {
    let known = before.get(target);
    return state ? [{ target, state, since: known?.state === state ? known.since : clock() }] : [];
  });
  await records.transaction().execute(async (change) => {
    await change.deleteFrom('target_states').execute();
    if (rows.length > 0) await change.insertInto('target_states').values(rows).execute();
  });
  if (rows.some(({ target, state }) => state === 'away' && before.get(target)?.state !== 'away')) parts.foundAway();
}

interface AskedTarget {
  ownerId: string;
  target: string;
  url: string;
}

/** Each once, one of each owner in turn: an owner with very many leaves room for all others. */
async function targetsToAsk({ records, insecure }: TargetChecksParts): Promise<AskedTarget[]> {
  let byOwner = new Map<string, AskedTarget[]>();
  for (let { item, first, fallbacks } of await packagesWithFallbacks(records)) {
    let own = byOwner.get(item.owner_id) ?? [];
    byOwner.set(item.owner_id, own);
    for (let target of [...first, ...fallbacks])
      own.push({ ownerId: item.owner_id, target, url: probeUrl({ type: item.type, target }, insecure) });
  }
  let chosen = new Map<string, AskedTarget>();
  let lists = [...byOwner.values()];
  for (let place = 0; lists.length > 0; place++) {
    lists = lists.filter((own) => place < own.length);
    for (let own of lists) {
      let one = own[place]!;
      if (!chosen.has(one.target) && chosen.size < targetsMax) chosen.set(one.target, one);
    }
  }
  return [...chosen.values()];
}

/** Undefined for a target that this gateway may not reach. */
async function stateOf(url: URL, allowed: PrivateTargets, stopped: AbortSignal): Promise<TargetState | undefined> {
  try {
    let ask = async (): Promise<TargetState> => failureOf(await statusOf(url, allowed, stopped)) ?? 'works';
    let state = await ask();
    // A single failure may be a broken connection.
    return state === 'away' ? await ask() : state;
  } catch (error) {
    if (error instanceof PrivateTargetError) return undefined;
    throw error;
  }
}

/** 0 means that none came. */
async function statusOf(url: URL, allowed: PrivateTargets, stopped: AbortSignal): Promise<number> {
  let open = url.protocol === 'https:' ? https.request : http.request;
  let headers = { accept: '*/*', 'user-agent': 'landfall' };
  let signal = timeLimit(answerLimitMs, stopped);
  let rules = socketRules(url, allowed);
  try {
    let answer = await new Promise<IncomingMessage>((resolve, reject) =>
      open(url, { method: 'HEAD', headers, signal, ...rules })
        .on('response', resolve)
        .on('error', reject)
        .end(),
    );
    answer.destroy();
    return answer.statusCode ?? 0;
  } catch (error) {
    if (error instanceof PrivateTargetError) throw error;
    return 0;
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
