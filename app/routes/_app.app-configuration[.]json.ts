/** /app-configuration.json: the same list for the dialog. */
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { requireSession } from '../session/guards.server';
import { readConfiguration } from '../shell/configuration.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireSession(args);
  return json(await readConfiguration(signedIn), { headers: { 'cache-control': 'no-store' } });
}
