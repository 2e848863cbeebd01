/** Answers that the dashboard is running. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { txt } from 'remix-utils/responses';
import { always } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  always(args);
  return txt('ok', { headers: { 'cache-control': 'no-store' } });
}
