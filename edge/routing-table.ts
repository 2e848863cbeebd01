/**
 * The rules of the edge, arranged for the request: by host, and at each host by package type.
 */
import type { PackageRules } from 'contract/package-types/list';
import type { Rules } from 'contract/edge-rules';
import type { Decision } from './decision';
import type { EdgeRequest } from './edge-request';
import { groupBy } from './group-by';
import { edgePackageTypes } from './package-types/list';
import type { EdgePackageType, HostPackages, InsecureRegistry } from './package-types/type';
import { decidePixel, type Pixel } from './pixel';

interface HostRules {
  /** Types with a protocol of their own. */
  protocols: HostPackages[];
  /** All pixels, on hosts that serve them. */
  pixels: ReadonlyMap<string, Pixel> | null;
  /** Types that may answer any path. */
  others: HostPackages[];
}

export type RuleTable = ReadonlyMap<string, HostRules>;

/** The rules in force. */
export interface RoutingTable {
  /** Null until rules are there for the first time. */
  current(): RuleTable | null;
  ready: Promise<RuleTable>;
  /** Puts other rules in force. */
  replace(rules: Rules): void;
}

export function createRoutingTable(): RoutingTable {
  let table: RuleTable | null = null;
  let begin: (table: RuleTable) => void;
  let ready = new Promise<RuleTable>((resolve) => (begin = resolve));
  return {
    current: () => table,
    ready,
    replace(rules) {
      table = arrange(rules);
      begin(table);
    },
  };
}

const types = Object.keys(edgePackageTypes) as (keyof PackageRules)[];
const protocols = types.flatMap((name) => edgePackageTypes[name].protocol ?? []);

/** Arranges rules by host. */
export function arrange(rules: Rules): RuleTable {
  let table = new Map<string, HostRules>();
  let at = (host: string) => {
    let key = host.toLowerCase();
    let found = table.get(key) ?? { protocols: [], pixels: null, others: [] };
    table.set(key, found);
    return found;
  };
  for (let name of types)
    for (let [host, packages] of byHost(name, rules.packages))
      at(host)[edgePackageTypes[name].protocol ? 'protocols' : 'others'].push(packages);
  let pixels = new Map(rules.pixels.map((pixel) => [pixel.pixelId.toLowerCase(), pixel]));
  for (let host of rules.pixelHosts) at(host).pixels = pixels;
  return table;
}

function byHost<Name extends keyof PackageRules>(name: Name, all: PackageRules): [string, HostPackages][] {
  let type: EdgePackageType<PackageRules[Name][number]> = edgePackageTypes[name];
  let rules: readonly PackageRules[Name][number][] = all[name];
  return [...groupBy(rules, ({ host }) => host.toLowerCase())].map(([host, there]) => [host, type.arrange(there)]);
}

/**
 * Decides one request. Types with a protocol come before pixels and pixels before all other types,
 * as hosts may serve several.
 */
export function decide(table: RuleTable, request: EdgeRequest, insecure: InsecureRegistry): Decision {
  let protocol = protocols.find(({ owns }) => owns(request.path));
  let host = table.get(request.host);
  if (!host) return { kind: 'refuse', status: 404, body: protocol?.refusal ?? 'host' };
  if (request.method !== 'GET' && request.method !== 'HEAD') return { kind: 'refuse', status: 405, body: 'method' };
  let around = { insecure, isServed: (name: string) => table.has(name) };
  return (
    firstOf(host.protocols, (packages) => packages.decide(request, around)) ??
    (host.pixels && decidePixel(host.pixels, request)) ??
    firstOf(host.others, (packages) => packages.decide(request, around)) ??
    firstOf(host.others, (packages) => packages.decideRest?.(request, around)) ?? {
      kind: 'refuse',
      status: 404,
      body: protocol?.refusal ?? 'path',
    }
  );
}

/** The first decision that anything at a host comes to. */
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
