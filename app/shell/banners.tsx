/** The lines below the header that tell a person something until they deal with it. */
import { useLocation } from '@remix-run/react';
import { paths } from '../paths';
import type { Notices } from './notices.server';
import { RecoveryCodesBanner } from './recovery-codes-banner';
import { VerificationBanner } from './verification-banner';

export function Banners({ notices: { verification, recoveryCodes } }: { notices: Notices }) {
  let { pathname } = useLocation();
  return (
    <>
      {verification && <VerificationBanner daysLeft={verification.daysLeft} />}
      {recoveryCodes.length > 0 && pathname !== paths.twoFactorRecovery() && (
        <RecoveryCodesBanner codes={recoveryCodes} />
      )}
    </>
  );
}
