/** File: files at any address, by routes. */
import type { PackageRule, PackageTypeWords } from './type';

/** What a route is: a template, an RE2 expression, or a template that takes events. */
export const routeTypes = ['uri-template', 'regex', 'telemetry'] as const;
export type RouteType = (typeof routeTypes)[number];

/** What variables of downloads, events and pixels can say. */
export const variableMeanings = ['page', 'platform', 'version'] as const;
export type VariableMeaning = (typeof variableMeanings)[number];

/** The names of variables by what they say; what is left out has the default name. */
export type VariableNames = Partial<Record<VariableMeaning, string>>;

export const file = {
  name: 'file',
  label: 'File',
  hasRoutes: true,
  command: (_, { origin }, routes) => {
    let first = routes.find(({ type }) => type !== 'regex');
    if (!first) return null;
    let label = first.type === 'telemetry' ? 'Event URL' : 'Download URL';
    return { label, text: origin + first.incoming_path };
  },
  // An address with a token refuses requests without it.
  sample: (_, routes) => {
    let first = routes.find(({ type, requires_token }) => type !== 'regex' && !requires_token);
    return first ? { path: first.incoming_path } : null;
  },
} as const satisfies PackageTypeWords;

interface FilePackageRule extends PackageRule {
  /** Of the owner; the default names where it is left out. */
  variableNames?: VariableNames;
}

export interface RouteRule extends FilePackageRule {
  /** A template where it is left out. */
  type?: RouteType;
  /** RFC 6570 template, or RE2 expression. */
  incomingPath: string;
  /** RFC 6570 template; null: the request is counted and answered with an empty 200. */
  outgoingUrl: string | null;
  /** SHA-256 of the token that senders of events have to show, in hex. */
  tokenHash?: string;
}

/** The target for requests to a host that match no route. */
export interface CatchAllRule extends FilePackageRule {
  /** Scheme and host, without a trailing slash. */
  target: string;
}

export type FileRule = RouteRule | CatchAllRule;
