/** What the pages of two-factor share: its flag, and its state. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getTwoFactor, type TwoFactor } from 'contract/two-factor';
import { requireFlag } from '../../flagged.server';
import { requireSession, type SignedIn } from '../../session/guards.server';

export interface OwnTwoFactor extends SignedIn {
  params: { username: string };
}

/** For the person's own two-factor; there is no such page while the flag is off. */
export async function requireTwoFactor(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<OwnTwoFactor> {
  let signedIn = await requireSession(args);
  requireFlag('showTwoFactorAuthenticationUi');
  return { ...signedIn, params: { username: signedIn.username } };
}

/** Whether it is on, and what is left of the recovery codes. */
export async function readTwoFactor({ call, params }: OwnTwoFactor): Promise<TwoFactor> {
  return call(getTwoFactor, { params });
}
