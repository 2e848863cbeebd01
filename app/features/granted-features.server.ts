import { features } from 'contract/accounts/features';
import { usersApi } from 'contract/accounts/users';
import { env } from '../config/env.server';
import type { Call } from '../gateway/gateway-client.server';
import type { SignedIn } from '../session/guards.server';

const ofPeople: readonly string[] = Object.values(features);

/** Without features of people. */
export async function readArtifactFeatures(call: Call, owner: string, artifactId: string): Promise<string[]> {
  let known = await call(usersApi.getArtifactFeatures, { params: { owner, artifact_id: artifactId } });
  return known.filter((name) => !ofPeople.includes(name));
}

/**
 * With the flag, platform admins and super analysts see the points behind a stage (spec section 6).
 */
export async function seesPoints({ call, session }: SignedIn): Promise<boolean> {
  if (!env.flags.showScarfScore) return false;
  let own = await call(usersApi.getFeatures, { params: { owner: session.username } });
  return own.includes(features.platformAdmin) || own.includes(features.superAnalyst);
}
