/** File: files at any address, by routes. */
import type { PackageRule, PackageTypeWords } from './type';

export const file = {
  name: 'file',
  label: 'File',
  hasRoutes: true,
  serving: {
    command: (_, { origin }, [first]) =>
      first ? { label: 'Download address', text: origin + first.incoming_path } : null,
    sample: (_, [first]) => (first ? { path: first.incoming_path } : null),
  },
} as const satisfies PackageTypeWords;

export interface RouteRule extends PackageRule {
  /** RFC 6570 template. */
  incomingPath: string;
  /** RFC 6570 template; null: the request is counted and answered with an empty 200. */
  outgoingUrl: string | null;
}

/** The target for requests to a host that match no route. */
export interface CatchAllRule extends PackageRule {
  /** Scheme and host, without a trailing slash. */
  target: string;
}

export type FileRule = RouteRule | CatchAllRule;
