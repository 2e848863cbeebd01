/** /dismissals: a post closes a banner until the session ends. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { NextPath, readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { errorResponse } from '../gateway/error-message.server';
import { sessionCookie } from '../session/session-cookie.server';
import { requireSession } from '../session/guards.server';
import { resourceAction } from '../session/failure-toast.server';
import { Dismissible } from '../session/session';

const Dismissal = z.object({ notice: Dismissible, next: NextPath });

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args);
  return redirect(paths.homeRedirect());
}

export const action = resourceAction(async (args) => {
  let { session } = await requireSession(args);
  let form = await readForm(args.request, Dismissal);
  if (!form.ok) {
    throw errorResponse('request-not-valid');
  }
  let dismissed = [...new Set([...(session.dismissed ?? []), form.value.notice])];
  return redirect(form.value.next, {
    status: 303,
    headers: { 'set-cookie': sessionCookie({ ...session, dismissed }) },
  });
});
