/**
 * The package an image belongs to that was pulled by way of a collection: found, or made by its
 * first pull.
 */
import { docker } from 'contract/packages/package-types/docker';
import { ApiError } from '../floor/calls/api-error';
import type { OwnAddresses } from './hosts/hosts';
import { imageAt } from './hosts/image-names';
import { collectionActor } from '../floor/audit';
import { createPackage } from './package-changes';
import type { Event } from 'contract/event-fields';
import type { PackageRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';

/**
 * Collections create no more packages for an owner with this many docker packages; further images
 * are served but not counted.
 */
const packagesByPatternMax = 1_000;

export type ImagePackage = Pick<PackageRow, 'id' | 'track_companies'>;

/**
 * Finds or makes the package of an image path. One of the owner's that has this name, or this path
 * at this registry, is taken as it is. Made at most once, however many ask at the same time. Null
 * when the owner is gone or has as many docker packages as collections may make.
 */
export async function packageOfImage(
  records: Records,
  { ownerId, collectionId, imagePath: image }: Pick<Event, 'ownerId' | 'collectionId' | 'imagePath'>,
  own: OwnAddresses,
  now: number,
): Promise<ImagePackage | null> {
  let collection = await records
    .selectFrom('collections')
    .select(['public_domain', 'backend_domain as registry'])
    .where('id', '=', collectionId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!collection) return null;
  let { registry } = collection;
  let known = await packageNamed(records, ownerId, image, registry);
  if (known) return known;
  let owner = await records.selectFrom('owners').selectAll().where('id', '=', ownerId).executeTakeFirst();
  if (!owner || (await isFull(records, ownerId))) return null;
  let act = { actor: collectionActor, actingAs: null, address: '', agent: '', time: now };
  let fields = { type: docker.name, name: image, ...imageAt(image, registry) };
  try {
    return await createPackage(
      { records, ...own },
      owner,
      { fields, domain: collection.public_domain ?? undefined },
      act,
    );
  } catch (error) {
    let isMade = error instanceof ApiError && error.code === 'package-already-exists';
    let made = isMade ? await packageNamed(records, ownerId, image, registry) : undefined;
    if (made) return made;
    throw error;
  }
}

/** The package of an owner that has the name of an image, or its path at this registry. */
async function packageNamed(
  records: Records,
  ownerId: string,
  image: string,
  registry: string,
): Promise<ImagePackage | undefined> {
  return records
    .selectFrom('packages')
    .select(['id', 'track_companies'])
    .where('owner_id', '=', ownerId)
    .where('type', '=', docker.name)
    .where((e) =>
      e.or([e('name', '=', image), e.and([e('repository_name', '=', image), e('backend_registry', '=', registry)])]),
    )
    .orderBy('id')
    .executeTakeFirst();
}

async function isFull(records: Records, ownerId: string): Promise<boolean> {
  let { made } = await records
    .selectFrom('packages')
    .where('owner_id', '=', ownerId)
    .where('type', '=', docker.name)
    .select((e) => e.fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow();
  return made >= packagesByPatternMax;
}
