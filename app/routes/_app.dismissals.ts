/** /dismissals: a post closes a banner until the session ends. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { messageOf, statusOf } from 'contract/errors';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { sessionCookie } from '../session/cookie.server';
import { requireSession } from '../session/guards.server';
import { Dismissible } from '../session/session';

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args);
  return redirect(paths.homeRedirect());
}

export async function action(args: ActionFunctionArgs) {
  let { session } = await requireSession(args);
  let form = await args.request.formData();
  let notice = Dismissible.safeParse(form.get('notice'));
  if (!notice.success) {
    let code = 'request-not-valid' as const;
    throw json({ code, message: messageOf(code) }, { status: statusOf(code) });
  }
  let dismissed = [...new Set([...(session.dismissed ?? []), notice.data])];
  return redirect(paths.backTo(String(form.get('next') ?? '')), {
    status: 303,
    headers: { 'set-cookie': sessionCookie({ ...session, dismissed }) },
  });
}
