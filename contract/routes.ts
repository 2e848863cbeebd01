/** Every endpoint of the gateway API, in the order the OpenAPI page shows them. */
import * as aggregations from './aggregations';
import * as events from './events';
import * as packages from './packages';
import * as pixels from './pixels';
import type { Route } from './route';
import * as search from './search';
import * as users from './users';

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

export const routes: readonly Route[] = [users, search, packages, pixels, events, aggregations].flatMap((noun) =>
  Object.values(noun).filter(isRoute),
);
