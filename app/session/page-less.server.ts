/** Posts to addresses that have no page to show. */
import type { ActionFunctionArgs } from '@remix-run/node';
import { readRefusal } from '../gateway-client.server';
import { paths } from '../paths';
import { redirectWithFailure } from './failure-toast.server';
import { cameFrom, isSameOrigin } from './origin.server';

/**
 * The action of such an address. The framework would answer a refusal as JSON, which a browser
 * without scripts shows as it is: it is led back to the page it came from, with the toast. Where
 * scripts run, they read the JSON.
 */
export function pageLess(action: (args: ActionFunctionArgs) => Promise<Response>): typeof action {
  return (args) => action(args).catch((thrown: unknown) => back(args.request, thrown));
}

async function back({ headers }: Request, thrown: unknown): Promise<Response> {
  let isDocument = headers.get('accept')?.includes('text/html') ?? false;
  if (!isDocument || !isSameOrigin(headers) || !(await readRefusal(thrown))) throw thrown;
  return redirectWithFailure(cameFrom(headers) ?? paths.homeRedirect(), thrown);
}
