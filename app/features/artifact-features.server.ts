/** What an owner may use with one package or pixel beyond what everybody may. */
import { features } from 'contract/features';
import { getArtifactFeatures } from 'contract/users';
import type { Call } from '../gateway-client.server';

const ofPeople: readonly string[] = Object.values(features);

/** The features of one package or pixel by their names; those about the person are left out. */
export async function readArtifactFeatures(call: Call, owner: string, artifactId: string): Promise<string[]> {
  let known = await call(getArtifactFeatures, { params: { owner, artifact_id: artifactId } });
  return known.filter((name) => !ofPeople.includes(name));
}
