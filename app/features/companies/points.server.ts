/** Who sees the points behind a stage: platform admins, where the flag is on (spec section 6, the score). */
import { getFeatures } from 'contract/users';
import { env } from '../../env.server';
import type { SignedIn } from '../../session/guards.server';

export async function seesPoints({ call, session }: SignedIn): Promise<boolean> {
  if (!env.flags.showScarfScore) return false;
  let features = await call(getFeatures, { params: { owner: session.username } });
  return features.includes('system-is-admin');
}
