/**
 * Shared by types whose packages have a name at a registry. What is not answered here is redirected
 * to the registry, so that the host can replace all of it without bandwidth.
 */
import { entryFor } from 'contract/packages/major-versions';
import { createHash } from 'node:crypto';
import type { RegistryRule } from 'contract/packages/package-types/type';
import { decoded, mergeQuery } from '../requests/address';
import { packageDownload } from '../requests/artifact';
import type { Decision, CountedHit } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import { collectVariables } from '../requests/variables';
import type { EdgePackageType } from './type';

/** The registry of a host, and the host's owner. */
export type OwnRegistry = Pick<RegistryRule, 'registry' | 'ownerId'>;

/** All packages of a host have the same registry. */
export function ownRegistry([first]: readonly RegistryRule[]): OwnRegistry {
  return first ?? { registry: '', ownerId: '' };
}

/** The same path and query at the registry, not counted. */
export function toRegistry(registry: string, { path, query }: EdgeRequest): Decision {
  return { kind: 'redirect', location: mergeQuery(registry + path.slice(1), query), count: null };
}

const noticeKeys = new WeakMap<object, string>();

/** Tells indexes with other notices apart; empty without any. */
export function noticesKey(notices: RegistryRule['notices']): string {
  if (!notices) return '';
  let known = noticeKeys.get(notices);
  if (known === undefined) {
    known = ` ${createHash('sha256').update(JSON.stringify(notices)).digest('base64url')}`;
    noticeKeys.set(notices, known);
  }
  return known;
}

/** What an index says about a version; undefined for most. */
export function noticeOf(notices: RegistryRule['notices'], version: string): string | undefined {
  if (!notices) return undefined;
  return entryFor(version, (name) => (Object.hasOwn(notices, name) ? notices[name] : undefined));
}

/** For clients that do not read the body of an error. */
export const refusals: Record<'missing' | 'failed', Decision> = {
  missing: { kind: 'refuse', status: 404, body: 'path' },
  failed: { kind: 'refuse', status: 502, body: 'registry' },
};

/** Redirects a client to the artifact of a version, which counts. */
export function toArtifact(rule: RegistryRule, version: string, location: string, request: EdgeRequest) {
  return {
    kind: 'redirect',
    location: mergeQuery(location, request.query),
    count: packageDownload(rule, version, collectVariables({}, request.query)),
  } satisfies Decision;
}

export interface NamedArtifact {
  name: string;
  version: string;
  /** The common part of the path when a client requests several files of a version at once. */
  asked?: string;
}

/**
 * For types whose paths contain package and version, so no index is read. `read` returns the
 * possible meanings of a path; the first that is served here is used.
 */
export function redirectedType(
  read: (path: string) => readonly NamedArtifact[],
  madeWith?: CountedHit['madeWith'],
): EdgePackageType<RegistryRule> {
  return {
    arrange(rules) {
      let packages = new Map(rules.map((rule) => [rule.name, rule]));
      let registry = rules[0]?.registry ?? '';
      return {
        decide(request) {
          let asked = read(decoded(request.path)).find(({ name }) => packages.has(name));
          let rule = asked && packages.get(asked.name);
          if (!rule) return null;
          let { version, asked: requestPath } = asked!;
          let found = toArtifact(rule, version, registry + request.path.slice(1), request);
          let count = { ...found.count, ...(requestPath && { requestPath }), ...(madeWith && { madeWith }) };
          return { ...found, count };
        },
        decideRest: (request) => toRegistry(registry, request),
      };
    },
  };
}
