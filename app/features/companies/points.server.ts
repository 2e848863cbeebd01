/**
 * Who sees the points behind a stage, the score of spec section 6: platform admins and super
 * analysts, where the flag is on.
 */
import { features } from 'contract/features';
import { getFeatures } from 'contract/users';
import { env } from '../../env.server';
import type { SignedIn } from '../../session/guards.server';

export async function seesPoints({ call, session }: SignedIn): Promise<boolean> {
  if (!env.flags.showScarfScore) return false;
  let own = await call(getFeatures, { params: { owner: session.username } });
  return own.includes(features.platformAdmin) || own.includes(features.superAnalyst);
}
