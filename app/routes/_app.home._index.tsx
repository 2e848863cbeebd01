/** /home redirects to the home page of the owner in context, with the filter. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { pageMeta } from '../shell/meta';
import { redirectHome } from '../session/context.server';
import { requireSession } from '../session/guards.server';

export const meta = pageMeta({
  title: 'Overview',
  description: 'The way to the home page of the owner you last looked at.',
});

export async function loader(args: LoaderFunctionArgs) {
  return redirectHome(await requireSession(args), { status: 307, search: new URL(args.request.url).search });
}

/** Renders nothing; needed so that an error of the loader is shown as a page. */
export default function HomeRedirect() {
  return null;
}
