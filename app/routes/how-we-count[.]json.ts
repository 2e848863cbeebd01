/** /how-we-count.json: the same rules for programs, public. */
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { shownRules } from '../features/counting/rules.server';
import { allowAnonymous } from '../session/guards.server';

export function loader(args: LoaderFunctionArgs) {
  allowAnonymous(args);
  return json({ groups: shownRules() }, { headers: { 'cache-control': 'public, max-age=3600' } });
}
