/** What the pages of two-factor share: who may open them, and its state. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { messageOf, statusOf } from 'contract/errors';
import { getTwoFactor, type TwoFactor } from 'contract/two-factor';
import { env } from '../../env.server';
import { readRefusal } from '../../gateway-client.server';
import { requireSession, type SignedIn } from '../../session/guards.server';

export interface OwnTwoFactor extends SignedIn {
  params: { username: string };
}

/**
 * For the person's own two-factor. While the flag is off, such pages are there for people of whom
 * it is required.
 */
export async function requireTwoFactor(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<OwnTwoFactor> {
  let signedIn = await requireSession(args);
  if (!(await showsTwoFactor(signedIn)))
    throw json({ code: 'not-found', message: messageOf('not-found') }, { status: statusOf('not-found') });
  return { ...signedIn, params: { username: signedIn.username } };
}

/** Whether a person has the pages of two-factor. */
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
  return call(getTwoFactor, { params });
}
