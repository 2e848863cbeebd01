/** /admin: leads to the first page of the admin area. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { paths } from '../paths';
import { requireAdmin } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return redirect(paths.adminProducts());
}
