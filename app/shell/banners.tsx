/** The lines below the header that tell a person something until they deal with it. */
import { useLocation } from '@remix-run/react';
import { notReached } from '../browser-messages';
import { paths } from '../paths';
import type { Notices } from './notices.server';
import { RecoveryCodesBanner } from './recovery-codes-banner';
import { VerificationBanner } from './verification-banner';

interface BannersProps {
  notices: Notices;
  /** The gateway did not answer, and the page does not say so itself. */
  unreachable: boolean;
}

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
