/** File: anything behind an address, by routes. */
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
  /** RFC 6570 template; null: count and answer with an empty 200. */
  outgoingUrl: string | null;
}

/** Where requests to a host go that meet no route. */
export interface CatchAllRule extends PackageRule {
  /** Scheme and host, without a slash at its end. */
  target: string;
}

export type FileRule = RouteRule | CatchAllRule;
