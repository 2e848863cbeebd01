/**
 * A browser without a session that calls the dashboard's loaders and actions and keeps their
 * cookies.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { readAnySession } from 'app/session/session-cookie.server';
import type { World } from './world';

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => Promise<unknown>;

export type Visitor = ReturnType<typeof visitorOf>;

/** A new browser; `jar` holds its cookies by name. Responses that a page throws are returned. */
export function visitorOf(world: World) {
  let jar = new Map<string, string>();
  let send = async (handler: Handler, path: string, init: RequestInit, params: Record<string, string>) => {
    let cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    let url = new URL(path, 'http://dashboard.test');
    let headers = { cookie, host: url.host, origin: url.origin };
    let request = new Request(url, { ...init, headers });
    let answer = await handler({ request, params, context: { gateway: world.gateway.api } }).catch((thrown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    });
    if (!(answer instanceof Response)) return Response.json(answer);
    for (let set of answer.headers.getSetCookie()) {
      let [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return {
    jar,
    /** Permits sensitive steps, as if the person had just typed the password. */
    async confirm() {
      let cookie = `__session=${jar.get('__session')}`;
      let session = readAnySession(new Request('http://dashboard.test', { headers: { cookie } }));
      jar.set('__confirmation', (await world.confirmation(session?.token)) ?? '');
    },
    open: (loader: Handler, path: string, params = {}) => send(loader, path, {}, params),
    post: (action: Handler, path: string, form: Record<string, string>, params = {}) =>
      send(action, path, { method: 'POST', body: new URLSearchParams(form) }, params),
  };
}

/** Where an answer leads. */
export function leadsTo(answer: Response): [number, string | null] {
  return [answer.status, answer.headers.get('location')];
}
