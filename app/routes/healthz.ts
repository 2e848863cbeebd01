/** Answers that the dashboard is running. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { txt } from 'remix-utils/responses';
import { allowDuringMaintenance } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  allowDuringMaintenance(args);
  return txt('ok', { headers: { 'cache-control': 'no-store' } });
}
