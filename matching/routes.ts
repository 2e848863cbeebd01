/** The routes of a host in match order: fixed paths, templates, expressions. */
import {
  compileIncoming,
  matchIncoming,
  type Captures,
  type IncomingTemplate,
} from 'contract/packages/file-routes/template';
import type { RouteType } from 'contract/packages/package-types/file';
import { compileRegex, type IncomingRegex } from './regex';

export interface RoutePath {
  type: RouteType;
  incomingPath: string;
}

interface RouteMatch<Route> {
  route: Route;
  captures: Captures;
}

/** The routes that match a canonical path and its query, best first. */
export type MatchRoutes<Route> = (path: string, query: string) => Generator<RouteMatch<Route>>;

interface ByTemplate<Route> {
  route: Route;
  template: IncomingTemplate;
}

interface ByRegex<Route> {
  route: Route;
  regex: IncomingRegex;
}

/** Routes that cannot be parsed match nothing. */
export function arrangeRoutes<Route extends RoutePath>(routes: readonly Route[]): MatchRoutes<Route> {
  let exact = new Map<string, ByTemplate<Route>[]>();
  let templates: ByTemplate<Route>[] = [];
  let expressions: ByRegex<Route>[] = [];
  for (let route of routes) {
    if (route.type === 'regex') {
      let regex = compileRegex(route.incomingPath);
      if (typeof regex !== 'string') expressions.push({ route, regex });
      continue;
    }
    let template = compileIncoming(route.incomingPath);
    if (!template) continue;
    let isExact = template.slots.length === 0 && template.query.length === 0;
    if (isExact) exact.set(template.head, [...(exact.get(template.head) ?? []), { route, template }]);
    else templates.push({ route, template });
  }
  templates.sort(moreSpecificFirst);
  return function* (path, query) {
    for (let list of [exact.get(path) ?? [], templates])
      for (let { route, template } of list) {
        let captures = matchIncoming(template, path, query);
        if (captures) yield { route, captures };
      }
    for (let { route, regex } of expressions) {
      let captures = regex.match(path);
      if (captures) yield { route, captures };
    }
  };
}

function moreSpecificFirst({ template: a }: ByTemplate<unknown>, { template: b }: ByTemplate<unknown>): number {
  return b.staticSegments - a.staticSegments || b.query.length - a.query.length || b.staticLength - a.staticLength;
}
