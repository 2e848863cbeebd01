/** Banners below the header that stay until dismissed. */
import { Form, Link, useLocation, useNavigation } from '@remix-run/react';
import { PostForm } from '../forms/post-form';
import { notReached } from '../config/browser-messages';
import { type OwnerContext, paths } from '../links/paths';
import { Button } from '../ui/button';
import { CopyText } from '../ui/copy-text';
import { DialogLink } from '../ui/dialog';
import { Icon } from '../ui/icon';
import type { Notices } from './notices.server';
import { useHere } from './use-page';

interface BannersProps {
  notices: Notices;
  /** The gateway did not respond and the page does not show that itself. */
  unreachable: boolean;
}

/** All except the impersonation banner. */
export function Banners({ notices: { verification, recoveryCodes }, unreachable }: BannersProps) {
  let { pathname } = useLocation();
  return (
    <>
      {unreachable && (
        <p role="status" className="border-b border-warn/40 bg-warn-soft px-4 py-2 text-center text-sm text-warn">
          {notReached}
        </p>
      )}
      {verification && <VerificationBanner daysLeft={verification.daysLeft} />}
      {recoveryCodes.length > 0 && pathname !== paths.twoFactorRecovery() && (
        <RecoveryCodesBanner codes={recoveryCodes} />
      )}
    </>
  );
}

/** Impersonation banner: the owner and the button to stop (spec section 2). */
export function ActingBanner({ as: { tag, context } }: { as: OwnerContext }) {
  return (
    <aside aria-label="Acting as" className="border-b border-warn/40 bg-warn-soft">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm">
        <p className="min-w-0 flex-1 break-words">
          Acting as:{' '}
          <Link
            to={tag === 'organization' ? paths.organization(context) : paths.account()}
            className="font-semibold text-ink underline"
          >
            {context}
          </Link>
        </p>
        <Form method="post" action={paths.actingEnd()}>
          <Button type="submit" variant="outline" size="sm">
            Stop acting
          </Button>
        </Form>
      </div>
    </aside>
  );
}

/** New recovery codes, shown until acknowledged (spec section 2). */
function RecoveryCodesBanner({ codes }: { codes: readonly string[] }) {
  let here = useHere();
  return (
    <section aria-labelledby="recovery-codes" className="border-b border-warn/40 bg-warn-soft">
      <div className="mx-auto flex max-w-7xl flex-col gap-3 px-4 py-4 text-sm">
        <h2 id="recovery-codes" className="text-base font-semibold">
          Save your 2-factor authentication recovery codes
        </h2>
        <p>Use each code once if you lose your phone. They are not shown again after you acknowledge them.</p>
        <CopyText text={codes.join('\n')} label="recovery codes" wrap />
        <div className="flex flex-wrap items-center gap-4">
          <PostForm action={paths.recoveryCodes()}>
            <input type="hidden" name="next" value={here} />
            <Button type="submit">Acknowledge</Button>
          </PostForm>
          <a href={paths.recoveryCodesFile()} download className="inline-flex items-center gap-1.5 text-ink underline">
            <Icon name="download" />
            Download
          </a>
        </div>
      </div>
    </section>
  );
}

/** Unverified email address (spec section 2). Can be closed for this session. */
function VerificationBanner({ daysLeft }: { daysLeft: number | null }) {
  let here = useHere();
  return (
    <aside aria-label="Email verification" className="border-b border-bad/40 bg-bad-soft">
      <div className="mx-auto flex max-w-7xl items-center gap-3 px-4 py-2 text-sm">
        <p className="min-w-0 flex-1">
          Your email is not verified yet. <strong>{timeLeft(daysLeft)}</strong>
        </p>
        <DialogLink
          to={paths.emailVerification()}
          label="Verify your email"
          title="Verify your email"
          variant="danger-outline"
          size="sm"
        >
          <ResendVerification next={here} />
        </DialogLink>
        <Form method="post" action={paths.dismissals()}>
          <input type="hidden" name="next" value={here} />
          <button
            type="submit"
            name="notice"
            value="email-verification"
            aria-label="Close"
            className="flex cursor-pointer rounded p-1.5 hover:bg-surface"
          >
            <Icon name="close" />
          </button>
        </Form>
      </div>
    </aside>
  );
}

function timeLeft(days: number | null): string {
  if (days === null) return '';
  if (days <= 0) return 'Verification is overdue.';
  return days === 1 ? '1 day left.' : `${days} days left.`;
}

/**
 * 'Verify your email', as dialog and page. A plain form, because every page loads it. `next`: the
 * page to return to.
 */
export function ResendVerification({ next }: { next: string }) {
  let isSending = useNavigation().formAction === paths.emailVerification();
  return (
    <PostForm action={paths.emailVerification()} className="flex flex-col gap-4">
      <p className="text-sm">
        Follow the link in the email we sent when you signed up. If you did not receive it, check your spam folder or
        resend it.
      </p>
      <input type="hidden" name="next" value={next} />
      <div>
        <Button type="submit" loading={isSending}>
          Resend confirmation email
        </Button>
      </div>
    </PostForm>
  );
}
