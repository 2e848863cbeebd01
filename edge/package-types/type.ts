/** What a package type defines for the edge. */
import type { HostRule } from 'contract/packages/package-types/type';
import type { Decision } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import type { InsecureRegistry } from 'net/registry-origin';

/** What a decision may depend on, besides the rules of its host. */
export interface Surroundings {
  insecure: InsecureRegistry;
  /** Whether a host is served here. */
  isServed(host: string): boolean;
}

/** The packages of one type at one host. */
export interface HostPackages {
  /** Null if the request does not belong to the type. The method is GET or HEAD. */
  decide(request: EdgeRequest, around: Surroundings): Decision | null;
  /** For requests that nothing else at the host handles. */
  decideRest?(request: EdgeRequest, around: Surroundings): Decision | null;
  /** For methods other than GET and HEAD. */
  decideSent?(request: EdgeRequest): Decision | null;
}

/** Paths that belong to one type alone: there it decides before pixels and other types. */
export interface Protocol {
  owns(path: string): boolean;
  /** For an unknown path, in a format that clients of the type understand. */
  refusal: Extract<Decision, { status: 404 }>['body'];
}

export interface EdgePackageType<Rule extends HostRule> {
  /** Left out for a type whose packages may be at any path. */
  protocol?: Protocol;
  /** Prepares the rules of one host, without those that cannot be parsed. */
  arrange(rules: readonly Rule[]): HostPackages;
}
