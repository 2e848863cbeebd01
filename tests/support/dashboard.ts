/**
 * Calls the dashboard's loaders and actions as a signed-in browser does, with the gateway of a
 * world.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { sessionCookie } from 'app/session/session-cookie.server';
import type { SamplePerson } from 'gateway/demo/people';
import type { World } from './world';

type Params = Record<string, string | undefined>;
type Handler<T> = (args: LoaderFunctionArgs & ActionFunctionArgs) => Promise<T>;

export interface Browser {
  /** The data that a loader returns. Refusals are thrown. */
  open<T>(loader: Handler<T>, params: Params, path?: string): Promise<T>;
  /** The response that an action returns or throws. */
  post(
    action: Handler<unknown>,
    params: Params,
    form?: Record<string, string> | string[][],
    path?: string,
  ): Promise<Response>;
}

const origin = 'http://dashboard.test';

/**
 * A browser signed in as a sample person, who has just typed the password unless `isConfirmed` is
 * false. `isRemote`: each call is a request of its own, as to a gateway at GATEWAY_URL.
 */
export async function browserOf(
  world: World,
  person: SamplePerson,
  { isConfirmed = true, cookies = '', isRemote = false } = {},
): Promise<Browser> {
  let { token = '' } = await world.as(person);
  let session = { v: 2, token, username: person, context_v1: { tag: 'user', context: person } } as const;
  let [cookie = ''] = sessionCookie(session).split(';');
  let kept = isConfirmed ? await world.confirmation(token) : undefined;
  let headersNow = () => ({
    cookie: [cookie, kept && `__confirmation=${kept}`, cookies].filter(Boolean).join('; '),
    host: new URL(origin).host,
    origin,
  });
  let keep = (answer: Response) => {
    for (let set of answer.headers.getSetCookie()) kept = /^__confirmation=([^;]*)/.exec(set)?.[1] ?? kept;
    return answer;
  };
  let argsOf = (request: Request, params: Params) => ({
    request,
    params,
    context: isRemote ? { gateway: world.gateway.api } : { gateway: world.gateway.api, ask: world.gateway.ask },
  });
  return {
    open: (loader, params, path = '/') => loader(argsOf(new Request(origin + path, { headers: headersNow() }), params)),
    async post(action, params, form = {}, path = '/') {
      let request = new Request(origin + path, {
        method: 'POST',
        headers: headersNow(),
        body: new URLSearchParams(form),
      });
      try {
        return keep((await action(argsOf(request, params))) as Response);
      } catch (thrown) {
        if (thrown instanceof Response) return keep(thrown);
        throw thrown;
      }
    },
  };
}

/** The status and code of a page's refusal. */
export async function refusalOf(opening: Promise<unknown>): Promise<{ status: number; code: string }> {
  let thrown = await opening.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw new Error('the page did not refuse');
  let { code } = (await thrown.json()) as { code: string };
  return { status: thrown.status, code };
}

/** The redirect and the toast of a form post. */
export function redirectOf(answer: Response): { status: number; to: string | null; toast: string | undefined } {
  let toast = /__toast=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  return { status: answer.status, to: answer.headers.get('location'), toast };
}

/** The errors by field and the kept values of a refused form. */
export async function refusedForm(answer: Response) {
  let { lastResult } = (await answer.json()) as {
    lastResult: { error?: Record<string, string[] | null>; initialValue?: Record<string, unknown> };
  };
  return { status: answer.status, error: lastResult.error, kept: lastResult.initialValue };
}
