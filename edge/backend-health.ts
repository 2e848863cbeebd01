/**
 * Knows which registries and targets with a fallback are away: it asks each of them every few
 * seconds, and hears of proxied calls and fetched indexes that failed. Without fallbacks it asks nobody.
 */
import type { Logger } from 'pino';
import type { FallbackReason } from 'contract/packages/fallback-targets';
import { secondMs, minuteMs } from 'contract/shared/time';
import { PrivateTargetError } from 'net/private-targets';
import type { Proxy } from './proxy';

/** Targets that are away, and why. */
export type AwayTargets = ReadonlyMap<string, Exclude<FallbackReason, ''>>;

/** A backend that does not answer, fails or limits requests. */
export class BackendFailure extends Error {
  constructor(
    message: string,
    readonly reason: Exclude<FallbackReason, ''>,
    readonly retryAfter?: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** A host of a registry, or a URL. */
interface WatchedTarget {
  target: string;
  /** The address that answers while the target works. */
  address: string;
}

export interface BackendHealth {
  /** Replaces the targets that are watched. */
  watch(targets: readonly WatchedTarget[]): void;
  /** A call to a host has failed; `retryAfter` is the header of a 429. */
  failed(host: string, reason: Exclude<FallbackReason, ''>, retryAfter?: string): void;
  /** How often `changed` was called. */
  changes(): number;
  close(): void;
}

const askEveryMs = 10 * secondMs;
const answerLimitMs = 5 * secondMs;
/** A single failure may be a broken connection. */
const failuresToLeave = 2;
const limitedMs = minuteMs;
const limitedMaxMs = 15 * minuteMs;
const atOnce = 8;
/** Of one edge; others are taken to work. */
const watchedMax = 1_000;

interface State {
  failures: number;
  away: Exclude<FallbackReason, ''> | undefined;
  /** Not asked before. */
  askAt: number;
}

interface HealthParts {
  proxy: Pick<Proxy, 'ask'>;
  clock(): number;
  /** Called with all targets that are away when one of them changes. */
  changed(away: AwayTargets): void;
  log: Logger;
  askEvery?: number | undefined;
}

export function createBackendHealth({ proxy, clock, changed, log, askEvery = askEveryMs }: HealthParts): BackendHealth {
  let watched = new Map<string, string>();
  let states = new Map<string, State>();
  let closing = new AbortController();
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let changes = 0;

  function stateOf(target: string): State {
    let state = states.get(target) ?? { failures: 0, away: undefined, askAt: 0 };
    states.set(target, state);
    return state;
  }

  function tell(): void {
    changes += 1;
    changed(new Map([...states].flatMap(([target, { away }]) => (away ? [[target, away] as const] : []))));
  }

  function mark(target: string, away: State['away'], askAt = 0): void {
    let state = stateOf(target);
    let isNew = state.away !== away;
    Object.assign(state, { away, askAt, failures: away ? state.failures : 0 });
    if (!isNew) return;
    if (away) log.warn({ target, reason: away }, 'a backend is away; its fallbacks are used');
    else log.info({ target }, 'a backend is back');
    tell();
  }

  async function look(target: string, address: string): Promise<void> {
    let signal = AbortSignal.any([closing.signal, AbortSignal.timeout(answerLimitMs)]);
    let headers = { 'user-agent': 'landfall', accept: '*/*' };
    let status = 0;
    let retryAfter: string | undefined;
    try {
      let { answer } = await proxy.ask(address, { method: 'HEAD', headers }, signal);
      answer.destroy();
      status = answer.statusCode ?? 0;
      retryAfter = answer.headers['retry-after'];
    } catch (error) {
      // Clients may reach what this edge may not.
      if (closing.signal.aborted || error instanceof PrivateTargetError) return;
    }
    // A call may have been limited since the question was sent.
    if (!watched.has(target) || stateOf(target).askAt > clock()) return;
    if (status === 429) return mark(target, 'rate-limit', clock() + pauseOf(retryAfter));
    if (status > 0 && status < 500) return mark(target, undefined);
    let state = stateOf(target);
    state.failures += 1;
    if (state.failures >= failuresToLeave) mark(target, 'away');
  }

  async function lookAtAll(): Promise<void> {
    let now = clock();
    let due = [...watched].filter(([target]) => stateOf(target).askAt <= now);
    let next = 0;
    let worker = async () => {
      for (let one = due[next++]; one && !closing.signal.aborted; one = due[next++]) await look(...one);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  function start(): void {
    timer ??= setInterval(() => {
      asking ??= lookAtAll().finally(() => (asking = undefined));
    }, askEvery).unref();
  }

  return {
    watch(targets) {
      watched = new Map(targets.slice(0, watchedMax).map(({ target, address }) => [target, address]));
      let isLess = false;
      for (let [target, { away }] of states) {
        if (watched.has(target)) continue;
        states.delete(target);
        isLess ||= away !== undefined;
      }
      if (watched.size > 0) start();
      else {
        clearInterval(timer);
        timer = undefined;
      }
      if (isLess) tell();
    },
    failed(host, reason, retryAfter) {
      for (let [target, address] of watched) {
        if (new URL(address).host !== host) continue;
        let state = stateOf(target);
        state.failures += 1;
        if (reason === 'rate-limit') mark(target, reason, clock() + pauseOf(retryAfter));
        else if (state.failures >= failuresToLeave) mark(target, reason);
      }
    },
    changes: () => changes,
    close() {
      closing.abort();
      clearInterval(timer);
    },
  };
}

/** How long a limited backend is left alone. */
function pauseOf(retryAfter: string | undefined): number {
  let seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  return Math.min(Math.max(seconds * secondMs, limitedMs), limitedMaxMs);
}
