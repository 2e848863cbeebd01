/**
 * Turns the pull of a collection's image into something counted: the image's package is asked for
 * once, however many pull it at the same moment.
 */
import type { GatewayParts } from '../gateway';
import { packageNamed, packageOfImage, type ImagePackage } from '../packages/image-packages';
import type { Hit, ImageHit } from './decision';
import type { RegistryCheck } from './registry-check';

/**
 * `full`: no package can be made. `unproven`: nobody but the client says that there is such an
 * image.
 */
type Uncounted = 'full' | 'unproven';

export interface ImageProvisioning {
  /**
   * What is counted. `unseenAt` is the address at the registry of a pull whose outcome was not
   * seen, because the client was redirected: for an image
   * without a package the registry is asked first. Rejects when the store fails.
   */
  countOf(pull: ImageHit, unseenAt?: string): Promise<Hit | Uncounted>;
}

/** Pulls that may wait for what registries say. */
const unseenMax = 1_000;

export function createImageProvisioning(
  { records, domain, publicUrl, clock }: Pick<GatewayParts, 'records' | 'domain' | 'publicUrl' | 'clock'>,
  registries: RegistryCheck,
): ImageProvisioning {
  let asked = new Map<string, Promise<ImagePackage | null>>();
  let unseen = 0;

  let packageOf = ({ collection, image }: ImageHit): Promise<ImagePackage | null> => {
    let key = `${collection.ownerId}/${collection.registry}/${image}`;
    let running = asked.get(key);
    if (running) return running;
    let asking = packageOfImage(records, collection, image, { domain, publicUrl }, clock()).finally(() =>
      asked.delete(key),
    );
    asked.set(key, asking);
    return asking;
  };

  let isProven = async ({ collection, image }: ImageHit, address: string): Promise<boolean> => {
    if (unseen >= unseenMax) return false;
    unseen += 1;
    try {
      if (await packageNamed(records, collection.ownerId, image, collection.registry)) return true;
      let found = await registries.look(address);
      return found === 'there' || (found === 'hidden' && collection.isPrivate);
    } finally {
      unseen -= 1;
    }
  };

  return {
    async countOf(pull, unseenAt) {
      if (unseenAt !== undefined && !(await isProven(pull, unseenAt))) return 'unproven';
      let found = await packageOf(pull);
      if (!found) return 'full';
      let { collection, image, ...counted } = pull;
      let trackCompanies = found.track_companies === 1;
      let pulledBy = { collectionId: collection.collectionId, imagePath: image };
      return { ...counted, ...pulledBy, artifactId: found.id, trackCompanies };
    },
  };
}
