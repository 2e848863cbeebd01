/**
 * Asks registries and targets of packages whether they work, without credentials. Owners name
 * them, so owners take turns: targets of one owner that never answer delay no answer of another's.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { failureOf, type TargetState } from 'contract/packages/fallback-targets';
import { secondMs } from 'contract/floor/time';
import { PrivateTargetError, socketRules, type PrivateTargets } from './private-targets';
import { timeLimit } from './time-limit';
import { createTurns } from './turns';

export interface OwnedTarget {
  ownerId: string;
  target: string;
  /** The URL that is asked; targets with the same one are asked together. */
  address: string;
}

/** In all, and of one owner; others are taken to work. */
const addressesMax = 1_000;
const ofOneMax = 100;
const answerLimitMs = 5 * secondMs;
const limit = { atOnce: 32, atOnceOfOne: 2, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** Addresses with the owners of their targets: one address of each owner in turn, up to the limits. */
export function addressesInTurn(targets: Iterable<OwnedTarget>): Map<string, Set<string>> {
  let byOwner = new Map<string, Set<string>>();
  for (let { ownerId, address } of targets) {
    let own = byOwner.get(ownerId) ?? new Set();
    byOwner.set(ownerId, own);
    if (own.size < ofOneMax) own.add(address);
  }
  let chosen = new Map<string, Set<string>>();
  let lists = [...byOwner].map(([ownerId, own]) => ({ ownerId, own: [...own] }));
  for (let place = 0; lists.length > 0; place++) {
    lists = lists.filter(({ own }) => place < own.length);
    for (let { ownerId, own } of lists) {
      let owners = chosen.get(own[place]!);
      if (owners) owners.add(ownerId);
      else if (chosen.size < addressesMax) chosen.set(own[place]!, new Set([ownerId]));
    }
  }
  return chosen;
}

/** Empty for an invalid URL: its check fails. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

/** Runs a question in the turn of one of its owners: the one with the fewest that wait. */
export type InTurn = <Value>(owners: ReadonlySet<string>, question: () => Promise<Value>) => Promise<Value>;

export function createQuestionTurns(): InTurn {
  let turns = createTurns(limit);
  let asked = new Map<string, number>();
  let askedOf = (ownerId: string) => asked.get(ownerId) ?? 0;

  return async (owners, question) => {
    let [who = ''] = owners;
    for (let ownerId of owners) {
      if (askedOf(who) === 0) break;
      if (askedOf(ownerId) < askedOf(who)) who = ownerId;
    }
    asked.set(who, askedOf(who) + 1);
    try {
      return await turns.goOn(who, question);
    } finally {
      if (askedOf(who) > 1) asked.set(who, askedOf(who) - 1);
      else asked.delete(who);
    }
  };
}

export interface TargetAnswer {
  state: TargetState;
  /** Retry-After of one that limits requests. */
  retryAfter?: string | undefined;
}

/** Throws PrivateTargetError for an address that may not be called. */
export async function askTarget(address: string, allowed: PrivateTargets, stopped: AbortSignal): Promise<TargetAnswer> {
  let signal = timeLimit(answerLimitMs, stopped);
  let answer = await askOnce(address, allowed, signal);
  // A single failure may be a broken connection.
  return answer.state === 'away' && !signal.aborted ? askOnce(address, allowed, signal) : answer;
}

async function askOnce(address: string, allowed: PrivateTargets, signal: AbortSignal): Promise<TargetAnswer> {
  if (!URL.canParse(address)) return { state: 'away' };
  let url = new URL(address);
  let open = url.protocol === 'https:' ? https.request : http.request;
  let headers = { accept: '*/*', 'user-agent': 'landfall' };
  let rules = socketRules(url, allowed);
  try {
    let answer = await new Promise<IncomingMessage>((resolve, reject) =>
      // With a separate connection: downloads may use all that others share.
      open(url, { method: 'HEAD', headers, signal, agent: false, ...rules })
        .on('response', resolve)
        .on('error', reject)
        .end(),
    );
    answer.destroy();
    let { statusCode = 0, headers: given } = answer;
    // Some answer a HEAD with 501, and serve all the same.
    let failure = statusCode === 501 ? undefined : failureOf(statusCode);
    return { state: failure ?? 'works', retryAfter: given['retry-after'] };
  } catch (error) {
    if (error instanceof PrivateTargetError) throw error;
    return { state: 'away' };
  }
}
