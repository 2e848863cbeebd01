/** Choosing light, dark, or what the device prefers; back to where one was. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { paths } from '../paths';
import { always } from '../session/guards.server';
import { isTheme } from '../session/theme';
import { themeCookie } from '../session/theme.server';

export async function loader(args: LoaderFunctionArgs) {
  always(args);
  return redirect(paths.root());
}

export async function action(args: ActionFunctionArgs) {
  always(args);
  let form = await args.request.formData();
  let theme = form.get('theme');
  return redirect(paths.backTo(String(form.get('back') ?? '')), {
    status: 303,
    headers: { 'set-cookie': themeCookie(isTheme(theme) ? theme : 'system') },
  });
}
