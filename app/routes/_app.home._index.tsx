/** /home leads to the home of the owner in context; a filter comes along. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { paths } from '../paths';
import { requireSession } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  let { session } = await requireSession(args);
  return redirect(paths.home(session.context_v1.context) + new URL(args.request.url).search);
}
