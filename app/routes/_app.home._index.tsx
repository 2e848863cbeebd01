/** /home leads to the home of the owner in context; a filter comes along. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { paths } from '../paths';
import { requireSession } from '../session/guards.server';
import { ownerInContext } from '../session/session';

export async function loader(args: LoaderFunctionArgs) {
  let { session } = await requireSession(args);
  return redirect(paths.home(ownerInContext(session)) + new URL(args.request.url).search);
}
