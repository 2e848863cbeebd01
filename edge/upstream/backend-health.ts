/**
 * Knows which registries and targets of packages with fallbacks are away: it asks each of them every
 * few seconds while their packages are asked for. Only these answers count. What a registry says to a
 * client, or about one package, makes the next question earlier and changes nothing else.
 */
import type { Logger } from 'pino';
import type { FallbackReason, TargetState } from 'contract/packages/fallback-targets';
import { dayMs, minuteMs, secondMs } from 'contract/floor/time';
import { PrivateTargetError, type PrivateTargets } from 'net/private-targets';
import { addressesInTurn, askTarget, createQuestionTurns, hostOf } from 'net/target-questions';

/** Where a package with fallbacks leads. */
export interface PackageTargets {
  ownerId: string;
  type: string;
  /** Registries, or URLs. */
  targets: Set<string>;
}

/** Targets that are away, and why. */
export type AwayTargets = ReadonlyMap<string, Exclude<FallbackReason, ''>>;

export interface BackendHealth {
  /** A package was asked for. */
  used(packageId: string): void;
  /** A call of an owner has failed: the owner's targets at its host are asked early. */
  failed(ownerId: string, address: string): void;
  close(): void;
}

const askEveryMs = 5 * secondMs;
/** Between two questions to one address, of this part of that time at least. */
const earliest = 1 / 5;
/** Of a target that limits requests. */
const limitedMs = minuteMs;
const limitedMaxMs = 5 * minuteMs;
/** Packages without a request since are not checked. */
const usedMs = dayMs;
/** Until then they are asked about less and less: after an hour without a request, once a minute. */
const idlePart = 1 / 60;
/** Owners with addresses at a host, before all are asked less often. */
const ownersMax = 100;

interface Address {
  host: string;
  owners: ReadonlySet<string>;
  usedAt: number;
  /** How many addresses share the questions of its owner to this host. */
  share: number;
}

interface State {
  state: TargetState;
  askedAt: number;
  /** Not asked before. */
  limitedUntil: number;
  /** The owners in whose turn the next question waits. */
  waiting: { owners: ReadonlySet<string> } | undefined;
  isAsking: boolean;
  isEarly: boolean;
}

const unasked: State = {
  state: 'works',
  askedAt: -Infinity,
  limitedUntil: -Infinity,
  waiting: undefined,
  isAsking: false,
  isEarly: false,
};

interface HealthParts {
  privateTargets: PrivateTargets;
  /** Undefined for a package without fallbacks. */
  targetsOf(packageId: string): PackageTargets | undefined;
  /** The URL that answers while a target works. */
  addressOf(one: { type: string; target: string }): string;
  /** Monotonic milliseconds. */
  clock(): number;
  /** Called with all targets that are away when some have changed. */
  changed(away: AwayTargets, targets: ReadonlySet<string>): void;
  log: Logger;
  askEvery?: number | undefined;
}

export function createBackendHealth(parts: HealthParts): BackendHealth {
  let { privateTargets, targetsOf, addressOf, clock, changed, log, askEvery = askEveryMs } = parts;
  let usedAt = new Map<string, number>();
  let states = new Map<string, State>();
  let addresses = new Map<string, Address>();
  let targets = new Map<string, string>();
  let away: AwayTargets = new Map();
  let isCut = false;
  let closing = new AbortController();
  let inTurn = createQuestionTurns();

  /** Finds what is asked now, of packages that are used. */
  function choose(now: number): void {
    let owned: { ownerId: string; target: string; address: string }[] = [];
    let usedLast = new Map<string, number>();
    for (let [packageId, at] of usedAt) {
      let found = now - at < usedMs ? targetsOf(packageId) : undefined;
      if (!found) usedAt.delete(packageId);
      for (let target of found?.targets ?? []) {
        let { ownerId, type } = found!;
        let address = addressOf({ type, target });
        owned.push({ ownerId, target, address });
        usedLast.set(address, Math.max(at, usedLast.get(address) ?? at));
      }
    }
    let chosen = addressesInTurn(owned);
    addresses = withShares(chosen, usedLast);
    targets = new Map(owned.flatMap(({ target, address }) => (chosen.has(address) ? [[target, address]] : [])));
    states = new Map([...chosen.keys()].map((address) => [address, states.get(address) ?? { ...unasked }]));
    let hasMore = chosen.size < usedLast.size;
    if (hasMore && !isCut) log.warn({ asked: chosen.size, used: usedLast.size }, 'some backends are not asked');
    isCut = hasMore;
  }

  function askDue(): void {
    let now = clock();
    choose(now);
    tell();
    for (let [address, one] of addresses) {
      let state = states.get(address)!;
      if (now < dueAt(state, one, { now, askEvery })) continue;
      let waiting = { owners: one.owners };
      state.waiting = waiting;
      void inTurn(one.owners, async () => {
        if (state.waiting !== waiting) return;
        Object.assign(state, { waiting: undefined, isAsking: true });
        await look(address, state).finally(() => (state.isAsking = false));
      }).finally(() => {
        if (state.waiting === waiting) state.waiting = undefined;
      });
    }
  }

  async function look(address: string, state: State): Promise<void> {
    // Its package may have been deleted since.
    if (closing.signal.aborted || states.get(address) !== state) return;
    Object.assign(state, { askedAt: clock(), isEarly: false });
    let answer = await askTarget(address, privateTargets, closing.signal).catch((error: unknown) => {
      // Clients may reach what this edge may not.
      if (!(error instanceof PrivateTargetError)) log.error({ err: error, address }, 'a backend could not be asked');
      return undefined;
    });
    if (closing.signal.aborted || !answer) return;
    if (answer.state === 'rate-limit') state.limitedUntil = clock() + pauseOf(answer.retryAfter);
    if (answer.state === state.state) return;
    state.state = answer.state;
    // Often the whole host has changed.
    let found = addresses.get(address);
    if (found) askEarly(found.host, ({ owners }) => [...owners].some((ownerId) => found.owners.has(ownerId)));
    tell();
  }

  function askEarly(host: string, isOf: (one: Address) => boolean): void {
    for (let [address, one] of addresses) if (one.host === host && isOf(one)) states.get(address)!.isEarly = true;
  }

  function tell(): void {
    let before = away;
    let now = awayOf(targets, states);
    let others = new Set([...before.keys(), ...now.keys()].filter((target) => before.get(target) !== now.get(target)));
    if (others.size === 0) return;
    away = now;
    for (let target of others) logChange(log, target, now.get(target));
    changed(away, others);
  }

  let timer = setInterval(askDue, askEvery * earliest).unref();

  return {
    used(packageId) {
      if (targetsOf(packageId)) usedAt.set(packageId, clock());
    },
    failed: (ownerId, address) => askEarly(hostOf(address), ({ owners }) => owners.has(ownerId)),
    close() {
      closing.abort();
      clearInterval(timer);
    },
  };
}

/**
 * However many addresses of a host one owner names, it gets no more questions: each is asked less
 * often. Those of others are not, until very many owners lead to it.
 */
function withShares(
  chosen: ReadonlyMap<string, ReadonlySet<string>>,
  usedLast: ReadonlyMap<string, number>,
): Map<string, Address> {
  let atHosts = new Map<string, Map<string, number>>();
  let found = [...chosen].map(([address, owners]) => ({ address, owners, host: hostOf(address) }));
  for (let { owners, host } of found) {
    let counts = atHosts.get(host) ?? new Map<string, number>();
    atHosts.set(host, counts);
    for (let ownerId of owners) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
  }
  return new Map(
    found.map(({ address, owners, host }) => {
      let counts = atHosts.get(host)!;
      let ofOwner = [...owners].reduce((least, id) => Math.min(least, counts.get(id)!), Infinity);
      let share = ofOwner * Math.max(1, counts.size / ownersMax);
      return [address, { host, owners, usedAt: usedLast.get(address)!, share }];
    }),
  );
}

/** When an address is asked next, on the same clock as `now`. */
function dueAt(state: State, { owners, usedAt, share }: Address, at: { now: number; askEvery: number }): number {
  let { waiting, isAsking, isEarly, askedAt, limitedUntil } = state;
  // An owner who is new to it does not wait in the turn of another.
  if (isAsking || (waiting && [...owners].every((id) => waiting.owners.has(id)))) return Infinity;
  let every = at.askEvery * share;
  let pause = isEarly ? every * earliest : Math.max(every, (at.now - usedAt) * idlePart);
  return Math.max(askedAt + pause, limitedUntil);
}

function awayOf(targets: ReadonlyMap<string, string>, states: ReadonlyMap<string, State>): AwayTargets {
  return new Map(
    [...targets].flatMap(([target, address]) => {
      let state = states.get(address)?.state ?? 'works';
      return state === 'works' ? [] : [[target, state] as const];
    }),
  );
}

function logChange(log: Logger, target: string, reason: FallbackReason | undefined): void {
  if (reason) log.warn({ target, reason }, 'a backend is away; its fallbacks are used');
  else log.info({ target }, 'a backend is back');
}

/** How long a target that limits requests is left alone. */
function pauseOf(retryAfter: string | undefined): number {
  let seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  return Math.min(Math.max(seconds * secondMs, limitedMs), limitedMaxMs);
}
