/** Opens pages of the dashboard as a person would, with a gateway that a test can stand between. */
import type { AppLoadContext } from '@remix-run/node';
import { sessionCookie } from 'app/session/session-cookie.server';
import { routes } from 'contract/api/routes';
import { pageServer } from './page-server';
import type { World } from './world';

const patterns = routes.map(({ id, method, path }) => ({
  id,
  method,
  path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation that a request calls, such as `getPackages`. */
export function operationOf({ method, url }: Request): string {
  let { pathname } = new URL(url);
  let fits = patterns.filter((one) => one.method === method && one.path.test(pathname));
  // A fixed step is meant rather than a name.
  return (
    fits.toSorted(
      (a, b) => b.path.source.replaceAll('[^/]+', '').length - a.path.source.replaceAll('[^/]+', '').length,
    )[0]?.id ?? pathname
  );
}

export type Person = 'grace' | 'root' | undefined;
type Gateway = NonNullable<AppLoadContext['gateway']>;

/** Opens pages of a world, with `gateway` in place of the world's. */
export function pageVisits(world: World) {
  let serve = pageServer();
  let cookies = new Map<string, Promise<string>>();
  let cookieOf = (person: 'grace' | 'root') => {
    let known = cookies.get(person) ?? signedInCookies(world, person);
    cookies.set(person, known);
    return known;
  };
  return async (path: string, person: Person, gateway: Gateway = world.gateway.api): Promise<Response> => {
    let headers = { host: 'dashboard.test', cookie: person ? await cookieOf(person) : '' };
    return serve(new Request(`http://dashboard.test${path}`, { headers }), { gateway });
  };
}

async function signedInCookies(world: World, person: 'grace' | 'root'): Promise<string> {
  let { token = '' } = await world.as(person);
  let session = { v: 2, token, username: person, context_v1: { tag: 'user', context: person } } as const;
  let [cookie = ''] = sessionCookie(session).split(';');
  return `${cookie}; __confirmation=${await world.confirmation(token)}`;
}
