/** Answers that the dashboard is running. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { always } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  always(args);
  return new Response('ok', { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });
}
