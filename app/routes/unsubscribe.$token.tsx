/**
 * /unsubscribe/[token]: switches one kind of mail off, signed in or not. The link alone changes
 * nothing, because mail scanners follow links; a post does, from the button or from a mail program
 * (RFC 8058).
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { optionalEmails } from 'contract/accounts/optional-emails';
import { z } from 'zod';
import { AppForm, useAppForm } from '../forms/app-form';
import { readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { readApiError } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { allowAnonymous } from '../session/guards.server';
import { GuestCard } from '../shell/guest-card';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';
import { AlertBox } from '../ui/alert';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta({ title: 'Unsubscribe', description: 'Unsubscribe from emails.' });

export async function loader(args: LoaderFunctionArgs) {
  let { call } = allowAnonymous(args);
  let shell = await loadShellOrNull(args);
  try {
    let link = await call(emailPreferencesApi.getUnsubscription, { params: { token: args.params.token ?? '' } });
    return json({ shell, link: { ...link, mail: optionalEmails[link.mail] }, problem: '' });
  } catch (thrown) {
    return json({ shell, link: null, problem: await problemOf(thrown) }, { status: 422 });
  }
}

/** Sent by mail programs (RFC 8058). */
const OneClick = z.object({ 'List-Unsubscribe': z.string().optional() });

/** Answers with the page itself: mail programs do not follow a redirect. */
export async function action(args: ActionFunctionArgs) {
  let { call } = allowAnonymous(args);
  await readForm(args.request, OneClick);
  try {
    await call(emailPreferencesApi.unsubscribe, { params: { token: args.params.token ?? '' } });
    return json({});
  } catch (thrown) {
    return json({ problem: await problemOf(thrown) }, { status: 422 });
  }
}

async function problemOf(thrown: unknown): Promise<string> {
  let said = await readApiError(thrown);
  if (said?.code !== 'unsubscribe-token-not-valid') throw thrown;
  return said.message;
}

export default function Unsubscribe() {
  let { shell, link, problem } = useLoaderData<typeof loader>();
  let form = useAppForm(null);
  let preferences = <Link to={paths.accountEmail()}>email preferences</Link>;
  return (
    <Shell shell={shell}>
      <div className="mx-auto max-w-md py-10">
        <GuestCard title="Unsubscribe">
          {!link && (
            <AlertBox variant="warning" title={problem}>
              Sign in and check your {preferences}.
            </AlertBox>
          )}
          {link && !link.is_on && (
            <>
              <AlertBox variant="success" title={`${link.mail}: unsubscribed`}>
                <p className="break-words">
                  <strong>{link.username}</strong> no longer receives these emails.
                </p>
              </AlertBox>
              <p className="text-sm text-muted">To resubscribe, sign in and open your {preferences}.</p>
            </>
          )}
          {link?.is_on && (
            <AppForm form={form}>
              <p className="break-words">
                Unsubscribe <strong>{link.username}</strong> from “{link.mail}” emails?
              </p>
              <SubmitButton wide>Unsubscribe</SubmitButton>
            </AppForm>
          )}
        </GuestCard>
      </div>
    </Shell>
  );
}
