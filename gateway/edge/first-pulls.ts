/** Turns the pull of a collection's image into something counted: the image's package is asked for once, however many pull it at the same moment. */
import type { GatewayParts } from '../gateway';
import { packageOfImage, type ImagePackage } from '../records/image-packages';
import type { Count, ImageCount } from './decision';

export interface FirstPulls {
  /** What is counted; null when no package can be made for the image. Rejects when the store fails. */
  countOf(pull: ImageCount): Promise<Count | null>;
}

export function createFirstPulls({
  records,
  domain,
  clock,
}: Pick<GatewayParts, 'records' | 'domain' | 'clock'>): FirstPulls {
  let asked = new Map<string, Promise<ImagePackage | null>>();

  let packageOf = ({ collection, image }: ImageCount): Promise<ImagePackage | null> => {
    let key = `${collection.ownerId}/${collection.registry}/${image}`;
    let running = asked.get(key);
    if (running) return running;
    let asking = packageOfImage(records, collection, image, domain, clock()).finally(() => asked.delete(key));
    asked.set(key, asking);
    return asking;
  };

  return {
    async countOf(pull) {
      let found = await packageOf(pull);
      if (!found) return null;
      let { type, artifactType, ownerId, version, page, variables } = pull;
      let trackCompanies = found.track_companies === 1;
      return { type, artifactType, artifactId: found.id, ownerId, trackCompanies, version, page, variables };
    },
  };
}
