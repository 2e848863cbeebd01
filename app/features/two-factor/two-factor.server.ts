/** Two-factor pages: access, state, QR code. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { twoFactorApi, type TwoFactor } from 'contract/accounts/two-factor';
import { encode } from 'uqr';
import { env } from '../../config/env.server';
import { readApiError } from '../../gateway/gateway-client.server';
import { requireSession, type SignedIn } from '../../session/guards.server';
import { featureOff } from '../../session/require-flag.server';

interface OwnTwoFactor extends SignedIn {
  params: { username: string };
}

/** Without the flag, 404 unless two-factor is required of the person. */
export async function requireTwoFactorAccess(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<OwnTwoFactor> {
  let signedIn = await requireSession(args);
  if (!(await showsTwoFactor(signedIn))) throw featureOff('showTwoFactorAuthenticationUi');
  return { ...signedIn, params: { username: signedIn.username } };
}

export async function showsTwoFactor(signedIn: SignedIn): Promise<boolean> {
  if (env.flags.showTwoFactorAuthenticationUi) return true;
  try {
    let { required_by } = await readTwoFactor({ ...signedIn, params: { username: signedIn.username } });
    return required_by.administration || required_by.organizations.length > 0;
  } catch (thrown) {
    if (await readApiError(thrown)) return false;
    throw thrown;
  }
}

export async function readTwoFactor({ call, params }: OwnTwoFactor): Promise<TwoFactor> {
  return call(twoFactorApi.getTwoFactor, { params });
}

/** As SVG path: one square per dark module. */
export interface QrCode {
  /** Modules per side, including the quiet zone. */
  size: number;
  path: string;
}

/** ISO 18004 requires four light modules around the code. */
const quietZone = 4;

/** Medium error correction. */
export function qrCode(text: string): QrCode {
  let { size, data } = encode(text, { ecc: 'M', border: quietZone });
  let path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
