/** /home leads to the home of the owner in context; a filter comes along. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { forNow } from '../redirects.server';
import { requireSession } from '../session/guards.server';
import { ownerInContext } from '../session/session';

export const meta = pageMeta({
  title: 'Home',
  description: 'The way to the home page of the owner you last looked at.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { session } = await requireSession(args);
  return forNow(paths.home(ownerInContext(session)) + new URL(args.request.url).search);
}

/** Nothing of its own to show; with it a refusal of the loader is a page. */
export default function HomeRedirect() {
  return null;
}
