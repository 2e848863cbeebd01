/** What the edge must know of a package type to serve its downloads. */
import type { HostRule } from 'contract/package-types/type';
import type { Decision } from '../decision';
import type { EdgeRequest } from '../edge-request';

/** Whether a registry is spoken to without TLS. */
export type InsecureRegistry = (registry: string) => boolean;

/** What a decision may depend on besides the rules of its host. */
export interface Surroundings {
  insecure: InsecureRegistry;
  /** Whether anything is served at a host. */
  isServed(host: string): boolean;
}

/** What one host answers about packages of one type. */
export interface HostPackages {
  /** Null when the request is none of theirs. Its method is GET or HEAD. */
  decide(request: EdgeRequest, around: Surroundings): Decision | null;
  /** Decides what nothing else at the host answers. */
  decideRest?(request: EdgeRequest, around: Surroundings): Decision | null;
}

/** Paths that are a type's alone: there it is asked before pixels and other types. */
export interface Protocol {
  owns(path: string): boolean;
  /** How nothing is refused there, so that clients of the type understand it. */
  refusal: Extract<Decision, { status: 404 }>['body'];
}

export interface EdgePackageType<Rule extends HostRule> {
  /** Left out for a type whose packages may be at any path. */
  protocol?: Protocol;
  /** Arranges the rules of one host. A rule that cannot be read is left out. */
  arrange(rules: readonly Rule[]): HostPackages;
}
