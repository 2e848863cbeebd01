import { z } from 'zod';
import type { Route } from 'contract/rules/route';

/** Hono's pattern of a path; a parameter with an enum takes only its values. */
export function honoPattern(route: Route): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    let values = choicesOf(route, name);
    return values ? `:${name}{${values.join('|')}}` : `:${name}`;
  });
}

/** The enum values of a parameter; undefined if it takes any. */
export function choicesOf(route: Route, name: string): string[] | undefined {
  let schema: unknown = route.params instanceof z.ZodObject ? route.params.shape[name] : undefined;
  return schema instanceof z.ZodEnum ? schema.options : undefined;
}

/**
 * Fixed segments before parameters with fixed values before free parameters, so that no segment is
 * taken for an id.
 */
export function bySpecificity(a: Route, b: Route): number {
  let ranksOfA = ranks(a);
  let ranksOfB = ranks(b);
  let differs = ranksOfA.findIndex((rank, i) => rank !== ranksOfB[i]);
  // A path that is the beginning of another one comes first: a sort needs a consistent order.
  return differs < 0 ? ranksOfA.length - ranksOfB.length : ranksOfA[differs]! - (ranksOfB[differs] ?? -1);
}

const knownRanks = new WeakMap<Route, number[]>();

/** A sort asks often. */
function ranks(route: Route): number[] {
  let known = knownRanks.get(route);
  if (known) return known;
  let found = route.path.split('/').map((step) => {
    let [, name] = /^\{(\w+)\}$/.exec(step) ?? [];
    return name === undefined ? 0 : choicesOf(route, name) ? 1 : 2;
  });
  knownRanks.set(route, found);
  return found;
}
