/**
 * The rules of the edge, indexed by host and package type. One owner's rules are replaced without
 * reading those of others.
 */
import { pixelHostOf } from 'contract/packages/package-types/hosts';
import type { PackageRules } from 'contract/packages/package-types/list';
import type { OwnerRules, RulesChange } from 'contract/edge/edge-rules';
import type { WithdrawnRule } from 'contract/packages/withdrawn-versions';
import type { FallbackReason } from 'contract/packages/fallback-targets';
import { keysOf } from 'contract/floor/keys-of';
import type { AwayTargets, PackageTargets } from './upstream/backend-health';
import type { Decision } from './requests/decision';
import type { EdgeRequest } from './requests/edge-request';
import { createNpmPackages, type NpmPackages } from './npm-packages';
import { edgePackageTypes } from './package-types/list';
import type { EdgePackageType, HostPackages, Surroundings } from './package-types/type';
import type { InsecureRegistry } from 'net/registry-origin';
import { decidePixel, type Pixel } from './pixel';
import { noteFallback, retarget, targetsIn, withFallbacks } from './retargeted';
import { countWhole } from './whole-request';
import { withdrawalKey, withoutWithdrawn, type Withdrawals } from './withdrawn';

interface HostRules {
  /** Types with paths of their own. */
  protocols: HostPackages[];
  hasPixels: boolean;
  /** Types whose packages can be at any path. */
  others: HostPackages[];
}

export interface RuleTable {
  hosts: ReadonlyMap<string, HostRules>;
  /** Every host with pixels serves all of them. */
  pixels: ReadonlyMap<string, Pixel>;
  npm: NpmPackages;
  withdrawals: Withdrawals;
  /** Packages that lead to a fallback now. */
  moved: ReadonlyMap<string, Exclude<FallbackReason, ''>>;
}

export interface RoutingTable {
  /** Null before the first rules. */
  current(): RuleTable | null;
  ready: Promise<RuleTable>;
  /** Replaces the rules of some owners at once. */
  take(changed: RulesChange): void;
  /** Undefined for a package without fallbacks. */
  targetsOf(packageId: string): PackageTargets | undefined;
  /** Packages that lead to one of the `changed` targets follow from now on what is away. */
  avoid(away: AwayTargets, changed: ReadonlySet<string>): void;
}

/** Used as the owner of the gateway's own pixel host. */
const gateway = '';

/** `domain`: that of the gateway. */
export function createRoutingTable(domain: string): RoutingTable {
  let table: RuleTable | null = null;
  let begin: (table: RuleTable) => void;
  let ready = new Promise<RuleTable>((resolve) => (begin = resolve));
  let hosts = createHosts();
  let pixels = new Map<string, Pixel>();
  let pixelsOf = new Map<string, string[]>();
  let npm = createNpmPackages(domain);
  let withdrawals = new Map<string, WithdrawnRule>();
  let withdrawalsOf = new Map<string, string[]>();
  /** Rules of owners with fallbacks, as they were taken. */
  let movable = new Map<string, OwnerRules>();
  let targetsOf = new Map<string, PackageTargets>();
  let moved = new Map<string, Exclude<FallbackReason, ''>>();
  let movedOf = new Map<string, string[]>();
  let away: AwayTargets = new Map();
  hosts.put(gateway, new Map([[pixelHostOf(domain), { ...nothing(), hasPixels: true }]]));

  function takePixels(owner: string, rules: OwnerRules | null): void {
    for (let id of pixelsOf.get(owner) ?? []) if (pixels.get(id)?.ownerId === owner) pixels.delete(id);
    let now = new Map(rules?.pixels.map((pixel) => [pixel.pixelId.toLowerCase(), pixel]));
    for (let [id, pixel] of now) pixels.set(id, pixel);
    if (now.size > 0) pixelsOf.set(owner, [...now.keys()]);
    else pixelsOf.delete(owner);
  }

  function takeWithdrawals(owner: string, rules: OwnerRules | null): void {
    for (let key of withdrawalsOf.get(owner) ?? []) withdrawals.delete(key);
    let now = new Map(rules?.withdrawn?.map((rule) => [withdrawalKey(rule.packageId, rule.version), rule]));
    for (let [key, rule] of now) withdrawals.set(key, rule);
    if (now.size > 0) withdrawalsOf.set(owner, [...now.keys()]);
    else withdrawalsOf.delete(owner);
  }

  function arranged(owner: string, given: OwnerRules | null): Map<string, HostRules> {
    for (let id of movedOf.get(owner) ?? []) moved.delete(id);
    movedOf.delete(owner);
    if (!given || !movable.has(owner)) return given ? arrange(given) : new Map();
    let found = retarget(given, away);
    for (let [id, reason] of found.moved) moved.set(id, reason);
    movedOf.set(owner, [...found.moved.keys()]);
    return arrange(found.rules);
  }

  function takeFallbacks(owner: string, rules: OwnerRules | null): void {
    let before = movable.get(owner);
    let now = rules ? targetsIn(owner, rules) : new Map<string, PackageTargets>();
    for (let id of before ? targetsIn(owner, before).keys() : [])
      if (targetsOf.get(id)?.ownerId === owner) targetsOf.delete(id);
    for (let [id, targets] of now) targetsOf.set(id, targets);
    if (rules && now.size > 0) movable.set(owner, rules);
    else movable.delete(owner);
  }

  return {
    current: () => table,
    ready,
    take(changed) {
      for (let [owner, rules] of changed) {
        takeFallbacks(owner, rules);
        hosts.put(owner, arranged(owner, rules));
        takePixels(owner, rules);
        takeWithdrawals(owner, rules);
        npm.put(owner, rules?.packages.npm ?? []);
      }
      table ??= { hosts: hosts.all, pixels, npm, withdrawals, moved };
      begin(table);
    },
    targetsOf: (packageId) => targetsOf.get(packageId),
    avoid(now, changed) {
      away = now;
      let owners = new Set<string>();
      for (let { ownerId, targets } of targetsOf.values())
        if ([...targets].some((target) => changed.has(target))) owners.add(ownerId);
      for (let owner of owners) hosts.put(owner, arranged(owner, movable.get(owner)!));
    },
  };
}

function createHosts() {
  let all = new Map<string, HostRules>();
  let namesOf = new Map<string, string[]>();
  let shares = new Map<string, Map<string, HostRules>>();

  /** A host has one owner, except while it changes hands. */
  function settle(name: string, share: Map<string, HostRules>): void {
    if (share.size === 0) shares.delete(name);
    else shares.set(name, share);
    let [first, ...more] = [...share].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rules]) => rules);
    if (first) all.set(name, more.reduce(together, first));
    else all.delete(name);
  }

  return {
    all: all as ReadonlyMap<string, HostRules>,
    /** Replaces the hosts of an owner. */
    put(owner: string, hosts: ReadonlyMap<string, HostRules>): void {
      for (let name of new Set([...(namesOf.get(owner) ?? []), ...hosts.keys()])) {
        let share = shares.get(name) ?? new Map<string, HostRules>();
        let rules = hosts.get(name);
        if (rules) share.set(owner, rules);
        else share.delete(owner);
        settle(name, share);
      }
      if (hosts.size > 0) namesOf.set(owner, [...hosts.keys()]);
      else namesOf.delete(owner);
    },
  };
}

function nothing(): HostRules {
  return { protocols: [], hasPixels: false, others: [] };
}

function together(a: HostRules, b: HostRules): HostRules {
  return {
    protocols: [...a.protocols, ...b.protocols],
    hasPixels: a.hasPixels || b.hasPixels,
    others: [...a.others, ...b.others],
  };
}

const types = keysOf(edgePackageTypes);
const protocols = types.flatMap((name) => edgePackageTypes[name].protocol ?? []);

function arrange(rules: OwnerRules): Map<string, HostRules> {
  let hosts = new Map<string, HostRules>();
  let at = (host: string) => {
    let found = hosts.get(host) ?? nothing();
    hosts.set(host, found);
    return found;
  };
  for (let name of types)
    for (let [host, packages] of byHost(name, rules.packages))
      at(host)[edgePackageTypes[name].protocol ? 'protocols' : 'others'].push(packages);
  for (let host of rules.pixelHosts) at(host.toLowerCase()).hasPixels = true;
  return hosts;
}

function byHost<Name extends keyof PackageRules>(name: Name, all: Partial<PackageRules>): [string, HostPackages][] {
  let type: EdgePackageType<PackageRules[Name][number]> = edgePackageTypes[name];
  let rules: readonly PackageRules[Name][number][] = all[name] ?? [];
  return [...groupBy(rules, ({ host }) => host.toLowerCase())].map(([host, there]) => [
    host,
    withFallbacks(type, there),
  ]);
}

/** `Map.groupBy`, which Node 20 does not have. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  let groups = new Map<string, Item[]>();
  for (let item of items) {
    let key = keyOf(item);
    let group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/**
 * Types with paths of their own come before pixels, pixels before all other types, because a host
 * can serve several.
 */
export function decideRequest(table: RuleTable, request: EdgeRequest, insecure: InsecureRegistry): Decision {
  let decision = decideAt(table, request, insecure);
  let { withdrawals, moved } = table;
  if (moved.size > 0) decision = noteFallback(moved, decision);
  if (withdrawals.size > 0)
    decision = withoutWithdrawn(withdrawals, decision, request.path, (path) =>
      decideAt(table, { ...request, path }, insecure),
    );
  return countWhole(decision, request);
}

function decideAt(table: RuleTable, request: EdgeRequest, insecure: InsecureRegistry): Decision {
  let protocol = protocols.find(({ owns }) => owns(request.path));
  let host = table.hosts.get(request.host);
  if (!host) return { kind: 'refuse', status: 404, body: protocol?.refusal ?? 'host' };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return (
      firstOf(host.others, (packages) => packages.decideSent?.(request)) ?? {
        kind: 'refuse',
        status: 405,
        body: 'method',
      }
    );
  let around = { insecure, isServed: (name: string) => table.hosts.has(name) };
  return (
    firstOf(host.protocols, (packages) => packages.decide(request, around)) ??
    (host.hasPixels ? decidePixel(table.pixels, request) : null) ??
    firstOf(host.others, (packages) => packages.decide(request, around)) ??
    decideTidied(host, request, around) ??
    firstOf(host.others, (packages) => packages.decideRest?.(request, around)) ?? {
      kind: 'refuse',
      status: 404,
      body: protocol?.refusal ?? 'path',
    }
  );
}

/** A base URL with a slash too many works at most registries: such a request counts, and is refused, all the same. */
function decideTidied(host: HostRules, request: EdgeRequest, around: Surroundings): Decision | null {
  let path = request.path.replace(/\/(?:\.?\/)+/g, '/');
  if (path === request.path) return null;
  return firstOf(host.others, (packages) => packages.decide({ ...request, path }, around));
}

function firstOf(
  there: readonly HostPackages[],
  ask: (packages: HostPackages) => Decision | null | undefined,
): Decision | null {
  for (let packages of there) {
    let decision = ask(packages);
    if (decision) return decision;
  }
  return null;
}
