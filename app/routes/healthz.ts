/** Says that the dashboard answers. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { anyone } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  anyone(args);
  return new Response('ok', { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });
}
