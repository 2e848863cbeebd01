/**
 * The red line below the header while an email address is not verified (spec section 2): how long
 * there is, the way to a new mail, a button that closes it for this session.
 */
import { Form } from '@remix-run/react';
import { paths } from '../paths';
import { DialogLink } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { useHere } from './use-current-url';
import { ResendVerification } from './resend-verification';

export function VerificationBanner({ daysLeft }: { daysLeft: number | null }) {
  let here = useHere();
  return (
    <aside aria-label="Email verification" className="border-b border-bad/40 bg-bad-soft">
      <div className="mx-auto flex max-w-7xl items-center gap-3 px-4 py-2 text-sm">
        <p className="min-w-0 flex-1">
          Your email address is not verified yet. <strong>{timeLeft(daysLeft)}</strong>
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

/** As the server counts; nothing where it does not. */
function timeLeft(days: number | null): string {
  if (days === null) return '';
  if (days <= 0) return 'The time for it is over.';
  return days === 1 ? '1 day left.' : `${days} days left.`;
}
