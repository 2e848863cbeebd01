/** Sets the theme (light, dark, or the device's), and redirects back. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { NextPath, readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { allowDuringMaintenance } from '../session/guards.server';
import { isTheme } from '../session/theme';
import { themeCookie } from '../session/theme.server';

const Choice = z.object({ theme: z.string().default(''), back: NextPath });

export async function loader(args: LoaderFunctionArgs) {
  allowDuringMaintenance(args);
  return redirect(paths.root());
}

export async function action(args: ActionFunctionArgs) {
  allowDuringMaintenance(args);
  let form = await readForm(args.request, Choice);
  let { theme, back } = form.ok ? form.value : { theme: '', back: paths.homeRedirect() };
  return redirect(back, {
    status: 303,
    headers: { 'set-cookie': themeCookie(isTheme(theme) ? theme : 'system') },
  });
}
