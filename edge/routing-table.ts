/**
 * The rules of the edge, arranged for the request: host first, then exact paths, images and
 * templates, the more specific first.
 */
import { moreSpecificPattern, readImagePattern } from 'contract/image-pattern';
import type { CatchAllRule, CollectionRule, Rules } from 'contract/edge-rules';
import type { Decision } from './decision';
import { decideDocker, isRegistryPath, type DockerHost, type InsecureRegistry } from './docker';
import { decideCatchAll, decideFile, type FileMatcher } from './file';
import { decidePixel, type Pixel } from './pixel';
import { compileTarget } from './target';
import { compileIncoming } from './template';
import type { EdgeRequest } from './edge-request';

interface HostRules {
  docker: DockerHost | null;
  /** All pixels, on hosts that serve them. */
  pixels: ReadonlyMap<string, Pixel> | null;
  /** Routes without variables, by path. */
  exact: Map<string, FileMatcher[]>;
  templates: FileMatcher[];
  /** What happens to a request that meets none of them. */
  catchAll: CatchAllRule | null;
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

/**
 * Arranges rules by host. A route that cannot be read is left out: it answers as if it were not
 * there.
 */
export function arrange(rules: Rules): RuleTable {
  let table = new Map<string, HostRules>();
  let at = (host: string) => {
    let key = host.toLowerCase();
    let found = table.get(key) ?? { docker: null, pixels: null, exact: new Map(), templates: [], catchAll: null };
    table.set(key, found);
    return found;
  };
  for (let { host, repositoryName, ...image } of rules.docker) {
    let entry = at(host);
    entry.docker ??= { registry: image.registry, images: new Map(), collections: [] };
    entry.docker.images.set(repositoryName, image);
  }
  for (let rule of rules.collections) addCollection(at(rule.host), rule);
  for (let rule of rules.file) addFile(at(rule.host), rule);
  let pixels = new Map(rules.pixels.map((pixel) => [pixel.pixelId.toLowerCase(), pixel]));
  for (let host of rules.pixelHosts) at(host).pixels = pixels;
  for (let rule of rules.catchAll) at(rule.host).catchAll ??= rule;
  for (let entry of table.values()) if (entry.catchAll && isServed(table, entry.catchAll)) entry.catchAll = null;
  for (let entry of table.values()) {
    entry.templates.sort(moreSpecificFirst);
    entry.docker?.collections.sort((a, b) => moreSpecificPattern(a.pattern, b.pattern));
  }
  return table;
}

/**
 * A target may have become a domain of somebody here since it was named: to send requests there
 * could send them in circles.
 */
function isServed(table: RuleTable, { target }: CatchAllRule): boolean {
  return table.has(new URL(target).hostname);
}

function addCollection(entry: HostRules, rule: CollectionRule): void {
  let pattern = readImagePattern(rule.pattern);
  if (!pattern) return;
  entry.docker ??= { registry: rule.registry, images: new Map(), collections: [] };
  entry.docker.collections.push({ rule, pattern });
}

function addFile(entry: HostRules, rule: Rules['file'][number]): void {
  let incoming = compileIncoming(rule.incomingPath);
  let target = rule.outgoingUrl === null ? null : compileTarget(rule.outgoingUrl);
  if (!incoming || (rule.outgoingUrl !== null && !target)) return;
  let { ownerId, packageId, trackCompanies } = rule;
  let matcher: FileMatcher = { ownerId, packageId, trackCompanies, incoming, target };
  if (incoming.slots.length > 0 || incoming.query.length > 0) entry.templates.push(matcher);
  else entry.exact.set(incoming.head, [...(entry.exact.get(incoming.head) ?? []), matcher]);
}

function moreSpecificFirst({ incoming: a }: FileMatcher, { incoming: b }: FileMatcher): number {
  return b.staticSegments - a.staticSegments || b.query.length - a.query.length || b.staticLength - a.staticLength;
}

/**
 * Decides one request. Docker comes before pixels and pixels before files, as hosts may serve
 * several.
 */
export function decide(table: RuleTable, request: EdgeRequest, insecure: InsecureRegistry): Decision {
  let registryPath = isRegistryPath(request.path);
  let host = table.get(request.host);
  if (!host) return { kind: 'refuse', status: 404, body: registryPath ? 'image' : 'host' };
  if (request.method !== 'GET' && request.method !== 'HEAD') return { kind: 'refuse', status: 405, body: 'method' };
  return (
    (host.docker && decideDocker(host.docker, request, insecure)) ??
    (host.pixels && decidePixel(host.pixels, request)) ??
    decideFile(host.exact.get(request.path) ?? [], request) ??
    decideFile(host.templates, request) ??
    (host.catchAll && !(host.docker && registryPath) ? decideCatchAll(host.catchAll, request) : null) ?? {
      kind: 'refuse',
      status: 404,
      body: registryPath ? 'image' : 'path',
    }
  );
}
