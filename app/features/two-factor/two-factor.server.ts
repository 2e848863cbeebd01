/** What the pages of two-factor share: its flag, and its state. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { messageOf, statusOf } from 'contract/errors';
import { getTwoFactor, type TwoFactor } from 'contract/two-factor';
import { env } from '../../env.server';
import { requireSession, type SignedIn } from '../../session/guards.server';

export interface OwnTwoFactor extends SignedIn {
  params: { username: string };
}

/** For the person's own two-factor; there is no such page while the flag is off. */
export async function requireTwoFactor(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<OwnTwoFactor> {
  let signedIn = await requireSession(args);
  if (!env.flags.showTwoFactorAuthenticationUi)
    throw json({ code: 'not-found', message: messageOf('not-found') }, { status: statusOf('not-found') });
  return { ...signedIn, params: { username: signedIn.username } };
}

/** Whether it is on, and what is left of the recovery codes. */
export async function readTwoFactor({ call, params }: OwnTwoFactor): Promise<TwoFactor> {
  return call(getTwoFactor, { params });
}
