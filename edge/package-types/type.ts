/** What the edge needs of a package type to serve its downloads. */
import type { HostRule } from 'contract/packages/package-types/type';
import type { Decision } from '../decision';
import type { EdgeRequest } from '../edge-request';

/** Whether a registry is called without TLS. */
export type InsecureRegistry = (registry: string) => boolean;

/** What a decision may depend on, besides the rules of its host. */
export interface Surroundings {
  insecure: InsecureRegistry;
  /** Whether anything is served at a host. */
  isServed(host: string): boolean;
}

/** The packages of one type at one host. */
export interface HostPackages {
  /** Null when the request does not belong to the type. The method is GET or HEAD. */
  decide(request: EdgeRequest, around: Surroundings): Decision | null;
  /** Decides requests that nothing else at the host answers. */
  decideRest?(request: EdgeRequest, around: Surroundings): Decision | null;
  /** Decides requests with another method than GET and HEAD; left out where there are none. */
  decideSent?(request: EdgeRequest): Decision | null;
}

/** Paths that belong to one type alone: there it decides before pixels and other types. */
export interface Protocol {
  owns(path: string): boolean;
  /** The answer for an unknown path, in a form that clients of the type understand. */
  refusal: Extract<Decision, { status: 404 }>['body'];
}

export interface EdgePackageType<Rule extends HostRule> {
  /** Left out for a type whose packages may be at any path. */
  protocol?: Protocol;
  /** Arranges the rules of one host. A rule that cannot be parsed is left out. */
  arrange(rules: readonly Rule[]): HostPackages;
}
