/** What the pages of two-factor share: who may open them, its state, and the QR code. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { twoFactorApi, type TwoFactor } from 'contract/accounts/two-factor';
import { encode } from 'uqr';
import { env } from '../../config/env.server';
import { readRefusal } from '../../gateway/gateway-client.server';
import { refused } from '../../gateway/refusal-message.server';
import { requireSession, type SignedIn } from '../../session/guards.server';

interface OwnTwoFactor extends SignedIn {
  params: { username: string };
}

/**
 * For the person's own two-factor. Without the flag, only people it is required of have these
 * pages; others get 404.
 */
export async function requireTwoFactorAccess(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<OwnTwoFactor> {
  let signedIn = await requireSession(args);
  if (!(await showsTwoFactor(signedIn))) throw refused('not-found');
  return { ...signedIn, params: { username: signedIn.username } };
}

/** Whether a person has the two-factor pages. */
export async function showsTwoFactor(signedIn: SignedIn): Promise<boolean> {
  if (env.flags.showTwoFactorAuthenticationUi) return true;
  try {
    let { required_by } = await readTwoFactor({ ...signedIn, params: { username: signedIn.username } });
    return required_by.administration || required_by.organizations.length > 0;
  } catch (thrown) {
    if (await readRefusal(thrown)) return false;
    throw thrown;
  }
}

/** Whether it is on, what is left of the recovery codes, and who requires it. */
export async function readTwoFactor({ call, params }: OwnTwoFactor): Promise<TwoFactor> {
  return call(twoFactorApi.getTwoFactor, { params });
}

/** A QR code as the path of an SVG: one square for each dark module. */
export interface QrCode {
  /** Modules along one side, quiet zone included. */
  size: number;
  path: string;
}

/** Modules of light around the code (ISO 18004 asks for four). */
const quietZone = 4;

/** The code of a text, at the middle level of error correction. */
export function qrCode(text: string): QrCode {
  let { size, data } = encode(text, { ecc: 'M', border: quietZone });
  let path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
