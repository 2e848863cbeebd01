/** /search/results: search results as JSON for the search dialog. */
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { requireSession } from '../session/guards.server';
import { answerSearch } from '../shell/search.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireSession(args);
  let { groups } = await answerSearch(signedIn, args.request);
  return json({ groups }, { headers: { 'cache-control': 'no-store' } });
}
