/**
 * /email-verification: the page of 'Verify your email', and the post that requests another mail.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { emailVerificationApi } from 'contract/accounts/email-verification';
import { readNextPath } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithFailure } from '../session/failure-toast.server';
import { requireSession } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { ResendVerification } from '../shell/banners';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Verify your email',
  description: 'Resend the verification email.',
});

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  let { call, username } = await requireSession(args);
  let next = await readNextPath(args.request);
  try {
    await call(emailVerificationApi.requestEmailVerification, { params: { username } });
  } catch (thrown) {
    return redirectWithFailure(next, thrown);
  }
  return redirectWithToast(next, 'email_verification_requested');
}

export default function EmailVerificationPage() {
  return (
    <Stack narrow>
      <PageTitle title="Verify your email" />
      <Card>
        <ResendVerification next={paths.homeRedirect()} />
      </Card>
    </Stack>
  );
}
